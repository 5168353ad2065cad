import { wait, withDeadline } from './deadline.ts';
import { PosthornConnectionError, readEnvelope, unexpectedResponse } from './errors.ts';
import type { FetchArgs } from './generated/runtime.ts';
import { retryDelay } from './retry.ts';

export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each try, `Infinity` for no limit; the client's unless given. */
  readonly timeoutMs?: number | undefined;
  /** Further tries after the first; the client's unless given. */
  readonly maxRetries?: number | undefined;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface CallSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: Fetch;
}

interface InnerOptions extends CallOptions {
  /** A status beyond 2xx whose body, unless it is an error envelope, is an answer too. */
  readonly answersAlso?: number;
}

/** Sends a request, again where that makes sense, and gives its answer. */
export type Call = <T>(request: FetchArgs<T>, options?: InnerOptions) => Promise<T>;

/** A path whose parameter is empty or made of dots would be the path of another operation. */
function assertWholePath(path: string): void {
  const [, ...segments] = path.replace(/\?.*/, '').split('/');
  if (segments.some((segment) => ['', '.', '..'].includes(segment))) throw new TypeError(`an id is empty or made of dots: ${path}`);
}

interface Received {
  readonly response: Response;
  readonly text: string;
}

async function orConnectionError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new PosthornConnectionError('network', { cause });
  }
}

// A followed redirect would turn a POST into a GET.
const send = ({ fetch, baseUrl }: CallSettings, { url, options }: FetchArgs<unknown>, signal: AbortSignal): Promise<Response> =>
  orConnectionError(fetch(baseUrl + url, { ...options, redirect: 'manual', signal }));

async function receive(settings: CallSettings, request: FetchArgs<unknown>, signal: AbortSignal): Promise<Received> {
  const response = await send(settings, request, signal);
  return { response, text: await orConnectionError(response.text()) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Safe because the document, from which T is generated, says that the service answers this. */
const asAnswer = <T>(body: object): T => body as T;

function answerOf<T>({ response, text }: Received, answersAlso: number | undefined): T {
  const body = parse(text);
  const fault = response.ok ? undefined : readEnvelope(response, body);
  if (fault !== undefined) throw fault;
  const isAnswer = response.ok || response.status === answersAlso;
  if (!isAnswer || typeof body !== 'object' || body === null) throw unexpectedResponse(response);
  return asAnswer<T>(body);
}

interface Attempt<T> {
  readonly request: FetchArgs<unknown>;
  readonly options: CallOptions;
  once(signal: AbortSignal): Promise<T>;
}

async function withRetries<T>(settings: CallSettings, { request, options, once }: Attempt<T>): Promise<T> {
  const { signal, timeoutMs = settings.timeoutMs, maxRetries = settings.maxRetries } = options;
  assertWholePath(request.url);
  const safe = request.options.method === 'GET';
  for (let tries = 1; ; tries += 1) {
    try {
      return await withDeadline({ timeoutMs, signal }, once);
    } catch (error) {
      const delay = tries > maxRetries ? undefined : retryDelay(error, { tries, safe, now: Date.now(), random: Math.random() });
      if (delay === undefined) throw error;
      await wait(delay, signal);
    }
  }
}

/** Makes the function through which every operation goes that answers JSON. */
export function createCall(settings: CallSettings): Call {
  return (request, options = {}) => {
    const once = async (signal: AbortSignal) => answerOf<never>(await receive(settings, request, signal), options.answersAlso);
    return withRetries(settings, { request, options, once });
  };
}

/** Sends a request whose answer is a file and gives the response once it begins; `timeoutMs` counts up to there. */
export type Download = (request: FetchArgs<unknown>, options?: CallOptions) => Promise<Response>;

/** Makes the function through which every operation goes that answers a file. */
export function createDownload(settings: CallSettings): Download {
  return (request, options = {}) => {
    const once = async (signal: AbortSignal) => {
      const response = await send(settings, request, signal);
      if (response.ok) return response;
      const body = parse(await orConnectionError(response.text()));
      throw readEnvelope(response, body) ?? unexpectedResponse(response);
    };
    return withRetries(settings, { request, options, once });
  };
}
