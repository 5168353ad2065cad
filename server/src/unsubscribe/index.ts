import type { AppContext } from '../app-context.ts';
import type { Feature } from '../feature.ts';
import type { LinkRequest } from '../mail-links/link-request.ts';
import { linkPaths } from '../mail-links/link-start.ts';
import { faultPage } from '../mail-links/pages.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

export { unsubscribeHeaders, unsubscribeUrl } from './links.ts';
export { messageOfUnsubscribeAddress } from './tokens.ts';
export { unsubscribeByMail } from './unsubscribe-by-mail.ts';

/** Creates the feature that unsubscribes recipients from marketing mail. */
export function createUnsubscribe(app: AppContext) {
  const answer = (request: LinkRequest) => unsubscribeLink(app, request);
  return { links: [{ path: linkPaths.unsubscribe, posts: true, answer, faultResponse: faultPage }] } as const satisfies Feature;
}
