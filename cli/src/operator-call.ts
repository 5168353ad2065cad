import { type Page, PosthornConnectionError, PosthornError, toPosthornError } from '@posthorn/sdk';
import { UsageError } from './usage-error.ts';

export interface OperatorOptions {
  readonly baseUrl: string;
  readonly token: string;
}

interface CallOptions {
  readonly body?: object;
  readonly query?: object;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const TIMEOUT_MS = 300_000;
/** Where no token is set, every path of the operator is missing. */
const MISSING = 'it is not there, or the service has no OPERATOR_TOKEN';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf(response: Response, answer: unknown): PosthornError {
  const refusal = toPosthornError(response, answer);
  return refusal.code === 'not_found' ? new PosthornError({ ...refusal, detail: MISSING }) : refusal;
}

/** A part that is empty or made of dots would make it the path of another operation. */
function pathOf(parts: readonly string[]): string {
  const wrong = parts.find((part) => ['', '.', '..'].includes(part));
  if (wrong !== undefined) throw new UsageError(`an id is empty or made of dots: ${parts.join('/')}`);
  return parts.map(encodeURIComponent).join('/');
}

/** The functions through which every operation of the operator goes. */
export function createOperatorCall({ baseUrl, token }: OperatorOptions) {
  const root = new URL(baseUrl).href.replace(/\/+$/, '');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

  async function ask(method: Method, url: string, body: object | undefined): Promise<{ response: Response; text: string }> {
    try {
      const given = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(url, { method, headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...given });
      return { response, text: await response.text() };
    } catch (cause) {
      throw new PosthornConnectionError('network', { cause, baseUrl: root });
    }
  }

  async function call<T>(method: Method, path: readonly string[], { body, query = {} }: CallOptions = {}): Promise<T> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
    const url = `${root}/admin/${pathOf(path)}${search === '' ? '' : `?${search}`}`;
    const { response, text } = await ask(method, url, body);
    const answer = parse(text);
    if (!response.ok || typeof answer !== 'object' || answer === null) throw refusalOf(response, answer);
    // Safe because tests hold T to the contract.
    return answer as T;
  }

  async function* iterate<T>(path: readonly string[], query: object): AsyncGenerator<T, void, undefined> {
    let cursor: string | number | undefined;
    do {
      const page: Page<T, string | number> = await call('GET', path, { query: { ...query, cursor } });
      yield* page.data;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  return { call, iterate };
}
