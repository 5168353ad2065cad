import type { AppContext } from '../app-context.ts';
import type { LinkRequest } from '../core/link-request.ts';
import type { Feature } from '../feature.ts';
import { createHits } from './record-hit.ts';
import { clickLink, openLink } from './tracked-links.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';
import { pagesFor } from './unsubscribe-page.ts';

export { trackOpensAndClicks, unsubscribeHeaders, unsubscribeUrl } from './links.ts';
export { messageOfUnsubscribeAddress } from './tokens.ts';
export { unsubscribeByMail } from './unsubscribe-by-mail.ts';

/** What mail links to, wired. */
export function createTracking(app: AppContext) {
  const hits = createHits(app);
  const faultResponse = (headers: Headers) => pagesFor(headers).fault();
  return {
    links: [
      { path: '/t/o', posts: false, answer: (request: LinkRequest) => openLink(hits, request), faultResponse },
      { path: '/t/c', posts: false, answer: (request: LinkRequest) => clickLink(hits, request), faultResponse },
      { path: '/u', posts: true, answer: (request: LinkRequest) => unsubscribeLink(app, request), faultResponse },
    ],
  } as const satisfies Feature;
}
