import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Hono, Context as HonoContext } from 'hono';
import { ApiError } from '../core/api-error.ts';
import type { AnswerLink, LinkAnswer, LinkRequest } from '../core/link-request.ts';
import { toApiError } from '../core/operation/to-api-error.ts';
import { createContext, type MountOptions } from './mount.ts';
import { readBody } from './read-body.ts';
import { baseHeaders, logFault } from './respond.ts';

type LinkOptions = Pick<MountOptions, 'random' | 'log' | 'budget'>;

const FORM_BYTES = 8 * 1024;
const FORM_TYPE = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;
/** Peers that are a proxy of ours: nobody's recipients are there. */
const NEAR = /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i;

/** The recipient's own address: behind a proxy of ours what it wrote down last, for anybody can write before it. */
function ipOf(c: HonoContext): string | null {
  const peer = getConnInfo(c).remote.address ?? '';
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  const ip = NEAR.test(peer) && isIP(forwarded) !== 0 ? forwarded : peer;
  return ip === '' ? null : ip.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Both kinds of forms (RFC 8058, section 3.1); what is neither has no fields. */
async function readForm(request: Request, options: LinkOptions): Promise<Map<string, string>> {
  const type = request.headers.get('content-type') ?? '';
  if (request.method !== 'POST' || !FORM_TYPE.test(type)) return new Map();
  const body = await readBody(request, FORM_BYTES, options.budget);
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
    return new Map([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])));
  } catch (cause) {
    throw new ApiError('invalid_json', {}, { detail: 'The form cannot be read.', cause });
  }
}

export interface Link {
  readonly path: `/${string}`;
  readonly posts: boolean;
  readonly answer: AnswerLink;
  /** What somebody sees where there is no answer; the status is the fault's. */
  readonly faultAnswer: LinkAnswer;
}

/** Puts what mail links to on its path: public, for the token in it is the credential, and no part of the API. */
export function mountLink(hono: Hono, { path, posts, answer, faultAnswer }: Link, options: LinkOptions): void {
  hono.on(posts ? ['GET', 'POST'] : ['GET'], `${path}/:token`, async (c) => {
    const context = createContext(options);
    try {
      const form = await readForm(c.req.raw, options);
      // Safe because no other method is routed here; HEAD comes as GET.
      const method = c.req.method as LinkRequest['method'];
      const given = await answer({ method, token: c.req.param('token') ?? '', form, headers: c.req.raw.headers, ip: ipOf(c) });
      return new Response(given.body, { status: given.status, headers: { ...baseHeaders(context), ...given.headers } });
    } catch (error) {
      const fault = toApiError(error);
      logFault(fault, context, options.log);
      const { body, headers } = faultAnswer;
      return new Response(body, { status: fault.status, headers: { ...baseHeaders(context), ...headers, ...fault.headers } });
    }
  });
}
