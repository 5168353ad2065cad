/** A request of an operation, as built by the generated functions. */
export interface Request<T> {
  readonly method: string;
  /** With its parameters filled in, without the query. */
  readonly path: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  /** Sent as a multipart form. Undefined values are left out. */
  readonly form?: Readonly<Record<string, string | Blob | undefined>>;
  /** Whether it is sent without a key. */
  readonly keyless?: true;
  /** Never set; it carries the type of the result. */
  readonly answer?: T;
}

/** Characters that RFC 3986 allows in a segment (section 3.3) and `encodeURIComponent` escapes. */
const LEGAL_IN_SEGMENT = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** Returns a value as one segment of a path. Throws for an empty one or one of dots, which would make it the path of another operation. */
export function segment(value: string): string {
  if (['', '.', '..'].includes(required(value, 'an id'))) throw new TypeError(`an id is empty or made of dots: '${value}'`);
  return encodeURIComponent(value).replace(LEGAL_IN_SEGMENT, decodeURIComponent);
}

/** Returns a value; throws if an untyped program left it out. */
export function required<T>(value: T, what: string): T {
  if (value === undefined || value === null) throw new TypeError(`${what} is missing`);
  return value;
}

type Value = string | number | boolean | undefined;

const given = <T extends Value>(values: Readonly<Record<string, T>> = {}) =>
  // Untyped programs may pass null, which would be sent as the word.
  Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );

function bodyOf({ body, form }: Request<unknown>): { body?: string | FormData; type?: string } {
  if (form === undefined) return body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' };
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) if (value !== undefined && value !== null) data.append(name, value);
  // Only fetch knows the boundary, and thus the media type.
  return { body: data };
}

/** Bytes beyond which the service may let a body wait. */
const LARGE = 256 * 1024;

/** Returns the bytes of a text, exact only if that decides whether it is large: a code unit takes at most three bytes. */
const textSize = (text: string): number =>
  text.length * 3 <= LARGE || text.length > LARGE ? text.length : new TextEncoder().encode(text).length;

const isLargeBody = (body: string | FormData | undefined): boolean =>
  [...(body instanceof FormData ? body.values() : [body ?? ''])].some(
    (part) => (typeof part === 'string' ? textSize(part) : part.size) > LARGE,
  );

/** A request for `fetch`, relative to the service's URL. */
export interface FetchRequest {
  readonly url: string;
  readonly init: RequestInit;
  /** Whether the service may let it wait for its turn. */
  readonly isLarge: boolean;
}

export function toFetchRequest(request: Request<unknown>, apiKey: string): FetchRequest {
  const query = new URLSearchParams(given(request.query)).toString();
  const { body, type } = bodyOf(request);
  const headers = new Headers(given(request.headers));
  if (request.keyless === undefined) headers.set('Authorization', `Bearer ${apiKey}`);
  if (type !== undefined) headers.set('Content-Type', type);
  const url = `${request.path}${query === '' ? '' : `?${query}`}`;
  return { url, init: { method: request.method, headers, ...(body === undefined ? {} : { body }) }, isLarge: isLargeBody(body) };
}
