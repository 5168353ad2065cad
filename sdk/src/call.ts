import { wait, withDeadline } from './deadline.ts';
import { PosthornConnectionError, readEnvelope, toPosthornError, unexpectedResponse } from './errors.ts';
import { type FetchRequest, type Request, toFetchRequest } from './request.ts';
import { retryDelay } from './retry.ts';
import { warnOfIgnored, warnOfMismatch } from './warnings.ts';

export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason; for a download, also its bytes. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt, for a download until its bytes begin; `Infinity` for no limit. Defaults to the client's setting. */
  readonly timeoutMs?: number | undefined;
  /** Retries after the first attempt. Defaults to the client's setting. */
  readonly maxRetries?: number | undefined;
}

const TIMEOUT_MS = 30_000;
/** More than the four minutes for which the service may let a large request wait. */
const LARGE_TIMEOUT_MS = 300_000;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface CallSettings {
  readonly apiKey: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Depends on the size of the body by default. */
  readonly timeoutMs?: number | undefined;
  readonly maxRetries: number;
  readonly fetch: Fetch;
}

interface InnerOptions extends CallOptions {
  /** A status outside 2xx whose body, unless it is an error envelope, is a result too. */
  readonly answersAlso?: number;
}

/** Sends a request, with retries where they make sense, and returns its result. */
export type Call = <T>(request: Request<T>, options?: InnerOptions) => Promise<T>;

/** Sends a request, with retries where they make sense, and returns the response with its bytes unread. */
export type Download = (request: Request<unknown>, options?: CallOptions) => Promise<Response>;

interface Received {
  readonly response: Response;
  readonly text: string;
}

async function orConnectionError<T>({ baseUrl }: CallSettings, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new PosthornConnectionError('network', { cause, baseUrl });
  }
}

/** Sends a request once. Redirects are not followed, since that would turn a POST into a GET. */
async function ask({ fetch, baseUrl }: CallSettings, { url, init }: FetchRequest, signal: AbortSignal): Promise<Response> {
  const response = await fetch(baseUrl + url, { ...init, redirect: 'manual', signal });
  const asked = `${init.method} ${url}`;
  warnOfIgnored(response, asked);
  warnOfMismatch(response, asked);
  return response;
}

function receive(settings: CallSettings, request: FetchRequest, signal: AbortSignal): Promise<Received> {
  return orConnectionError(settings, async () => {
    const response = await ask(settings, request, signal);
    return { response, text: await response.text() };
  });
}

/** Sends a request once and returns the response unread; only the body of an error is read. */
async function receiveBytes(settings: CallSettings, request: FetchRequest, signal: AbortSignal): Promise<Response> {
  const response = await orConnectionError(settings, () => ask(settings, request, signal));
  if (response.ok) return response;
  const text = await orConnectionError(settings, () => response.text());
  throw toPosthornError(response, parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Safe because the document, from which T is generated, declares this response. */
const asAnswer = <T>(body: object): T => body as T;

function answerOf<T>({ response, text }: Received, answersAlso: number | undefined): T {
  const body = parse(text);
  const fault = response.ok ? undefined : readEnvelope(response, body);
  if (fault !== undefined) throw fault;
  const isAnswer = response.ok || response.status === answersAlso;
  if (!isAnswer || typeof body !== 'object' || body === null) throw unexpectedResponse(response);
  return asAnswer<T>(body);
}

interface Tries<T> extends CallOptions {
  once(request: FetchRequest, limited: AbortSignal): Promise<T>;
}

/** Throws for limits that are no numbers: a time-out would be 0, and retries would not end. */
export function assertLimits({ timeoutMs = 0, maxRetries = 0 }: Pick<CallOptions, 'timeoutMs' | 'maxRetries'>): void {
  for (const [name, limit] of Object.entries({ timeoutMs, maxRetries }))
    if (typeof limit !== 'number' || !(limit >= 0)) throw new TypeError(`${name} is no number from 0 on: ${limit}`);
}

/** Tries until the request succeeds, may not be retried or was tried often enough. */
async function withRetries<T>(
  settings: CallSettings,
  request: Request<unknown>,
  { signal, timeoutMs, maxRetries = settings.maxRetries, once }: Tries<T>,
): Promise<T> {
  assertLimits({ timeoutMs, maxRetries });
  const toSend = toFetchRequest(request, settings.apiKey);
  const limit = timeoutMs ?? settings.timeoutMs ?? (toSend.isLarge ? LARGE_TIMEOUT_MS : TIMEOUT_MS);
  const safe = request.method === 'GET' || Boolean(request.headers?.['Idempotency-Key']);
  for (let tries = 1; ; tries += 1) {
    try {
      return await withDeadline({ timeoutMs: limit, signal, baseUrl: settings.baseUrl }, (limited) => once(toSend, limited));
    } catch (error) {
      const delay = tries > maxRetries ? undefined : retryDelay(error, { tries, safe, now: Date.now(), random: Math.random() });
      if (delay === undefined) throw error;
      await wait(delay, signal);
    }
  }
}

/** Creates the function that all operations with a JSON response call. */
export function createCall(settings: CallSettings): Call {
  return async (request, { answersAlso, ...options } = {}) =>
    withRetries(settings, request, {
      ...options,
      once: async (toSend, limited) => answerOf(await receive(settings, toSend, limited), answersAlso),
    });
}

/** Returns the same response with a body that ends once the signal aborts. */
function endingWith(signal: AbortSignal | undefined, response: Response): Response {
  if (signal === undefined || response.body === null) return response;
  return new Response(response.body.pipeThrough(new TransformStream(), { signal }), response);
}

/** Creates the function that all operations with a binary response call. */
export function createDownload(settings: CallSettings): Download {
  return async (request, options = {}) => {
    const once = (toSend: FetchRequest, limited: AbortSignal) => receiveBytes(settings, toSend, limited);
    return endingWith(options.signal, await withRetries(settings, request, { ...options, once }));
  };
}
