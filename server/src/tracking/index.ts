import type { AppContext } from '../app-context.ts';
import { hitRecorder } from './record-hits.ts';
import { clickLink, openLink } from './track.ts';
import { unsubscribeLink } from './unsubscribe.ts';
import { faultPage } from './unsubscribe-page.ts';

export { createLinks, type Links } from './links.ts';
export { type UnsubscribeByMail, unsubscribeByMail } from './unsubscribe-by-mail.ts';

/** What mail links to, wired. */
export function createTracking(app: AppContext) {
  const hits = { app, recordHit: hitRecorder({ app }) };
  return {
    links: [
      { path: '/t/o', posts: false, answer: openLink(hits), faultAnswer: faultPage },
      { path: '/t/c', posts: false, answer: clickLink(hits), faultAnswer: faultPage },
      { path: '/u', posts: true, answer: unsubscribeLink(app), faultAnswer: faultPage },
    ],
  } as const;
}
