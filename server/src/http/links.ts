import type { Hono, Context as HonoContext } from 'hono';
import { ApiError } from '../core/errors/api-error.ts';
import { toApiError } from '../core/operation/to-api-error.ts';
import type { AnswerLink, LinkRequest, LinkResponse } from '../mail-links/link-request.ts';
import { addressOf, bodySourceOf } from './bodies/body-source.ts';
import { readBody } from './bodies/read-body.ts';
import { createContext } from './create-context.ts';
import type { MountOptions } from './mount.ts';
import { withResources } from './request-resources.ts';
import { baseHeaders } from './respond.ts';

type LinkOptions = Pick<MountOptions, 'random' | 'logFault' | 'spaces' | 'minRate'>;

const FORM_BYTES = 8 * 1024;
const FORM_TYPE = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

/** Reads a URL-encoded or multipart form (RFC 8058, section 3.1); any other body has no fields. */
async function readForm(c: HonoContext, options: LinkOptions): Promise<Map<string, string>> {
  const request = c.req.raw;
  const type = request.headers.get('content-type') ?? '';
  if (request.method !== 'POST' || !FORM_TYPE.test(type)) return new Map();
  const body = await withResources((resources) =>
    readBody(request, { max: FORM_BYTES }, bodySourceOf(c, { kind: 'anonymous' }, { ...options, resources })),
  );
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
    return new Map([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])));
  } catch (cause) {
    throw new ApiError('invalid_json', {}, { detail: 'The form cannot be read.', cause });
  }
}

/** A public page that mail links to. */
export interface Link {
  readonly path: `/${string}`;
  /** Whether POST is served as well as GET. */
  readonly posts: boolean;
  readonly answer: AnswerLink;
  /** The page for errors, chosen by the request headers; its status is that of the error. */
  readonly faultResponse: (headers: Headers) => LinkResponse;
}

/** Mounts a page at `{path}/{token}`. It is public, since the token is the credential, and not part of the API. */
export function mountLink(hono: Hono, { path, posts, answer, faultResponse }: Link, options: LinkOptions): void {
  hono.on(posts ? ['GET', 'POST'] : ['GET'], `${path}/:token`, async (c) => {
    const context = createContext(options);
    try {
      const form = await readForm(c, options);
      // Safe because no other method is routed here; HEAD arrives as GET.
      const method = c.req.method as LinkRequest['method'];
      const given = await answer({ method, token: c.req.param('token') ?? '', form, headers: c.req.raw.headers, ip: addressOf(c) });
      return new Response(given.body, { status: given.status, headers: { ...baseHeaders(context), ...given.headers } });
    } catch (error) {
      const fault = toApiError(error);
      options.logFault(fault, context);
      const { body, headers } = faultResponse(c.req.raw.headers);
      return new Response(body, { status: fault.status, headers: { ...baseHeaders(context), ...headers, ...fault.headers } });
    }
  });
}
