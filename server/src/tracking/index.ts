import type { AppContext } from '../app-context.ts';
import { trackedHtml } from '../delivery/index.ts';
import type { Feature } from '../feature.ts';
import type { LinkRequest } from '../mail-links/link-request.ts';
import { linkPaths } from '../mail-links/link-start.ts';
import { faultPage } from '../mail-links/pages.ts';
import { createHits } from './record-hit.ts';
import { trackOpensAndClicks } from './track-opens-and-clicks.ts';
import { clickLink, openLink } from './tracked-links.ts';

/** Creates the feature `tracking`: the links of opens and clicks, and their place in the HTML of mail. */
export function createTracking(app: AppContext) {
  const hits = createHits(app);
  app.hooks.answer(trackedHtml, (html, mail) => trackOpensAndClicks(app, html, mail));
  return {
    links: [
      { path: linkPaths.open, posts: false, answer: (request: LinkRequest) => openLink(hits, request), faultResponse: faultPage },
      { path: linkPaths.click, posts: false, answer: (request: LinkRequest) => clickLink(hits, request), faultResponse: faultPage },
    ],
  } as const satisfies Feature;
}
