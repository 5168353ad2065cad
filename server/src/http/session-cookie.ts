import type { Operation } from '@posthorn/contract';
import type { Context as HonoContext } from 'hono';
import { ApiError } from '../core/errors/api-error.ts';
import type { Context } from '../core/request/context.ts';

const TOKEN = /^[\w-]{43}$/;
const JSON_TYPE = /^application\/json\b/i;

/** Over https, the prefix `__Host-` makes browsers accept the cookie from this host only. */
const nameFor = (secure: boolean) => (secure ? '__Host-posthorn' : 'posthorn');

/** Whether people reach the service over https. */
export const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');

/** Returns the token in the session cookie; undefined if there is none, or two, one of which was planted. */
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

/** Sets or deletes the session cookie as the handler asked: HttpOnly, SameSite=Strict, and Secure over https. */
export function writeSessionCookie({ cookie, headers, baseUrl }: Context): void {
  if (cookie === undefined) return;
  const secure = isSecure(baseUrl);
  const { token, seconds } = cookie ?? { token: '', seconds: 0 };
  headers['Set-Cookie'] = `${nameFor(secure)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/** Throws `wrong_origin` for a write that does not come from a page of this service, by Fetch Metadata and the JSON media type. */
export function assertSameOrigin(c: HonoContext, { method, body }: Operation): void {
  if (method === 'GET') return;
  const isJson = body === undefined || JSON_TYPE.test(c.req.header('content-type') ?? '');
  if (c.req.header('sec-fetch-site') !== 'same-origin' || !isJson) throw new ApiError('wrong_origin');
}
