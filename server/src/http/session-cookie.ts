import type { Operation } from '@posthorn/contract';
import type { Context as HonoContext } from 'hono';
import { ApiError } from '../core/api-error.ts';
import type { Context } from '../core/context.ts';

const TOKEN = /^[\w-]{43}$/;
const JSON_TYPE = /^application\/json\b/i;

/** Under https a browser takes the first name from this host alone, over https alone: no neighbour can plant one. */
const nameFor = (secure: boolean) => (secure ? '__Host-posthorn' : 'posthorn');

/** Whether people reach the service by https. */
export const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');

/** Returns what the cookie holds; undefined where there is none, or two, of which one is somebody else's doing. */
export function readSessionCookie(header: string | undefined, secure: boolean): string | undefined {
  const name = nameFor(secure);
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value = ''] = values;
  return values.length === 1 && TOKEN.test(value) ? value : undefined;
}

/** Says what the handler has the cookie hold: for scripts never, and never for a page of somebody else. */
export function writeSessionCookie({ cookie, headers, baseUrl }: Context): void {
  if (cookie === undefined) return;
  const secure = isSecure(baseUrl);
  const { token, seconds } = cookie ?? { token: '', seconds: 0 };
  headers['Set-Cookie'] = `${nameFor(secure)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/** Refuses a write that no page of this service has made (Fetch Metadata; a form of another site sends no JSON). */
export function assertSameOrigin(c: HonoContext, { method, body }: Operation): void {
  if (method === 'GET') return;
  const isJson = body === undefined || JSON_TYPE.test(c.req.header('content-type') ?? '');
  if (c.req.header('sec-fetch-site') !== 'same-origin' || !isJson) throw new ApiError('wrong_origin');
}
