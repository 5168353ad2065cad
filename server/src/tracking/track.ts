import type { AppContext } from '../app-context.ts';
import type { AnswerLink, LinkRequest } from '../core/link-request.ts';
import { isPrefetch } from './prefetch.ts';
import type { RecordHit } from './record-hits.ts';
import { readClickToken, readOpenToken } from './tokens.ts';
import { unknownLinkPage } from './unsubscribe-page.ts';

export interface TrackLinkParts {
  readonly app: Pick<AppContext, 'secrets'>;
  readonly recordHit: RecordHit;
}

/** One transparent pixel. */
const GIF = new Uint8Array(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));

const askedBy = ({ headers, ip }: LinkRequest) => ({ ip, userAgent: headers.get('user-agent'), prefetch: isPrefetch(headers) });

/** Returns `/t/o/{token}`: the image in a mail. */
export function openLink({ app: { secrets }, recordHit }: TrackLinkParts): AnswerLink {
  return async (request) => {
    const messageId = readOpenToken(secrets, request.token);
    if (messageId === undefined) return { status: 404, headers: {}, body: null };
    if (request.method === 'GET') await recordHit({ type: 'open', messageId, url: null, ...askedBy(request) });
    return { status: 200, headers: { 'Content-Type': 'image/gif', 'X-Content-Type-Options': 'nosniff' }, body: GIF };
  };
}

/** Returns `/t/c/{token}`: on to the address in the token, and to no other. */
export function clickLink({ app: { secrets }, recordHit }: TrackLinkParts): AnswerLink {
  return async (request) => {
    const click = readClickToken(secrets, request.token);
    if (click === undefined) return unknownLinkPage;
    if (request.method === 'GET') await recordHit({ type: 'click', ...click, ...askedBy(request) });
    return { status: 302, headers: { Location: click.url, 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }, body: null };
  };
}
