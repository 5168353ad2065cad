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

async function receive({ fetch, baseUrl }: CallSettings, { url, options }: FetchArgs<unknown>, signal: AbortSignal): Promise<Received> {
  try {
    // A followed redirect would turn a POST into a GET.
    const response = await fetch(baseUrl + url, { ...options, redirect: 'manual', signal });
    return { response, text: await response.text() };
  } catch (cause) {
    throw new PosthornConnectionError('network', { cause });
  }
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

/** Makes the function through which every operation goes. */
export function createCall(settings: CallSettings): Call {
  return async (request, { signal, timeoutMs = settings.timeoutMs, maxRetries = settings.maxRetries, answersAlso } = {}) => {
    assertWholePath(request.url);
    const safe = request.options.method === 'GET';
    for (let tries = 1; ; tries += 1) {
      try {
        return answerOf(await withDeadline({ timeoutMs, signal }, (limited) => receive(settings, request, limited)), answersAlso);
      } catch (error) {
        const delay = tries > maxRetries ? undefined : retryDelay(error, { tries, safe, now: Date.now(), random: Math.random() });
        if (delay === undefined) throw error;
        await wait(delay, signal);
      }
    }
  };
}
