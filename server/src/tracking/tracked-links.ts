import type { LinkRequest, LinkResponse } from '../mail-links/link-request.ts';
import { pagesFor } from '../mail-links/pages.ts';
import { type Hits, recordHit } from './record-hit.ts';
import { isSenderActive } from './store.ts';
import { readClickToken, readOpenToken, type TrackedSource } from './tokens.ts';

/**
 * Programs that open mail and links to see what is in them. The image proxies of Gmail and Yahoo are none: they load an image when its
 * reader opens the mail. CUBOT makes phones.
 */
const PROGRAMS =
  /BingPreview|Barracuda|Mimecast|Proofpoint|Symantec|FireEye|Trend ?Micro|Sophos|Forcepoint|Cisco-?IronPort|SafeLinks|ZeroFOX|urlscan|(?<!cu)bot\b|crawler|spider|^(?:curl|wget|python-requests|Go-http-client|Java|okhttp)\//i;
/** All that Apple's Mail Privacy Protection says of itself, and it loads every image when the mail comes. */
const APPLE = 'Mozilla/5.0';
const PURPOSES = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];

/** Whether a program asked, as far as it says so, and no reader. */
export function isPrefetch(headers: Headers): boolean {
  const agent = headers.get('user-agent') ?? '';
  if (agent === APPLE || PROGRAMS.test(agent)) return true;
  return PURPOSES.some((name) => /prefetch|preview/i.test(headers.get(name) ?? ''));
}

/** One transparent pixel. */
const GIF = new Uint8Array(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));

const clientOf = ({ headers, ip }: LinkRequest) => ({ ip, userAgent: headers.get('user-agent'), prefetch: isPrefetch(headers) });

/** If that is unknown, the reader is redirected. */
const isClosed = ({ app: { db, log } }: Hits, source: TrackedSource): Promise<boolean> =>
  isSenderActive(db.read, source).then(
    (active) => !active,
    (error: unknown) => {
      log.error({ message_id: source.messageId, err: error }, 'the sender of a link could not be looked up');
      return false;
    },
  );

/** Returns the answer of `/t/o/{token}`: the image in a mail. */
export async function openLink(hits: Hits, request: LinkRequest): Promise<LinkResponse> {
  const source = readOpenToken(hits.app.secrets, request.token);
  if (source === undefined) return { status: 404, headers: {}, body: null };
  if (await isClosed(hits, source)) return { status: 410, headers: {}, body: null };
  if (request.method === 'GET') await recordHit(hits, { type: 'open', messageId: source.messageId, url: null, ...clientOf(request) });
  return { status: 200, headers: { 'Content-Type': 'image/gif' }, body: GIF };
}

/** Returns the answer of `/t/c/{token}`: on to the address in the token, and to no other; of a sender who may not send any more, nowhere. */
export async function clickLink(hits: Hits, request: LinkRequest): Promise<LinkResponse> {
  const click = readClickToken(hits.app.secrets, request.token);
  if (click === undefined) return pagesFor(request.headers).unknownLink();
  if (await isClosed(hits, click)) return pagesFor(request.headers).closedLink();
  if (request.method === 'GET') await recordHit(hits, { type: 'click', messageId: click.messageId, url: click.url, ...clientOf(request) });
  return { status: 302, headers: { Location: click.url, 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }, body: null };
}
