import type { AccountOperation, AdminOperation, AnyRequest, CallByName } from '@posthorn/contract';
import { PosthornConnectionError, toPosthornError } from '@posthorn/sdk';

interface Ending {
  readonly signal?: AbortSignal;
}

/** Like `fetch`; for `/admin` it adds the operator's bearer. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

function urlOf(path: string, { params = {}, query = {} }: AnyRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]));
  return `${location.origin}${filled}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`;
}

async function receive(send: Send, url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await send(url, init);
    return { response, text: await response.text() };
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
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

/** Creates the function through which every operation goes. */
function createCall(send: Send) {
  return async (name: string, given: AnyRequest & Ending = {}): Promise<unknown> => {
    const [method = '', path = ''] = name.split(' ');
    const body = given.body === undefined ? {} : { body: JSON.stringify(given.body) };
    const signal = given.signal === undefined ? {} : { signal: given.signal };
    const headers = { 'Content-Type': 'application/json' };
    const { response, text } = await receive(send, urlOf(path, given), { method, headers, ...body, ...signal });
    const answer = parse(text);
    if (!response.ok || typeof answer !== 'object' || answer === null) throw toPosthornError(response, answer);
    return answer;
  };
}

/** Calls `/account`: the browser sends the cookie. Safe because the service validates its answers against the contract. */
export const call = createCall((url, init) => fetch(url, init)) as CallByName<AccountOperation, Ending>;

export type AdminCall = CallByName<AdminOperation, Ending>;
/** Calls `/admin` with the operator's bearer. Safe for the same reason. */
export const adminCaller = (send: Send) => createCall(send) as AdminCall;
