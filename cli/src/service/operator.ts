import type {
  AdminOperation,
  AnswerBodyOf,
  AnyRequest,
  CallByName,
  IterateByName,
  NameOf,
  OperationByName,
  RequestBodyOf,
  RowOf,
} from '@posthorn/contract';
import { PosthornConnectionError, PosthornError, toPosthornError } from '@posthorn/sdk';
import { UsageError } from '../usage-error.ts';

export interface OperatorOptions {
  readonly baseUrl: string;
  readonly token: string;
}

/** The answer to one of the operator's operations, named as in the contract. */
export type AnswerTo<N extends NameOf<AdminOperation>> = AnswerBodyOf<OperationByName<AdminOperation, N>>;
/** A row of one of the operator's lists. */
export type RowIn<N extends NameOf<AdminOperation>> = RowOf<OperationByName<AdminOperation, N>>;
/** The body that one of the operator's operations takes. */
export type BodyFor<N extends NameOf<AdminOperation>> = RequestBodyOf<OperationByName<AdminOperation, N>>;

export interface Operator {
  readonly call: CallByName<AdminOperation>;
  readonly iterate: IterateByName<AdminOperation>;
}

interface Page {
  readonly data: readonly unknown[];
  readonly next_cursor: string | number | null;
}

const TIMEOUT_MS = 300_000;
/** A service without a token has none of the operator's paths. */
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

/** Fills in a path. Throws for a name that is empty or made of dots, which would make it the path of another operation. */
function pathOf(path: string, params: Readonly<Record<string, string>>): string {
  const filled = (write: (value: string) => string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => write(params[name] ?? ''));
  const isWrong = Object.values(params).some((value) => ['', '.', '..'].includes(value));
  if (isWrong) throw new UsageError(`an id is empty or made of dots: ${filled((value) => value)}`);
  return filled(encodeURIComponent);
}

/** Throws for a token that no header can have. `fetch` would throw as well, but show the token. */
function assertToken(token: string): void {
  if (!/^[\x20-\x7e]+$/.test(token)) throw new UsageError('OPERATOR_TOKEN has a character that no header can have');
}

/** Returns an address without the parts that no request has, such as a name and a password, which errors would show. */
function rootOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/+$/, '');
}

/** Returns a page of an operator's list; throws where something else answers there. */
function assertPage({ data, next_cursor: next }: Partial<Page>, cursor: string | number | undefined): Page {
  if (Array.isArray(data) && next !== cursor && next !== undefined) return { data, next_cursor: next };
  const detail = 'not a list of this interface, or one that goes on where this page began';
  throw new PosthornError({ status: 200, headers: new Headers(), code: 'unexpected_response', detail, fields: {} });
}

/** Creates a client of the operator's operations, which are not part of the interface document. */
export function createOperator({ baseUrl, token }: OperatorOptions): Operator {
  assertToken(token);
  const root = rootOf(baseUrl);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

  let warned = false;

  function warnOfIgnored(answer: Headers): void {
    const names = answer.get('x-ignored-fields');
    if (names === null || warned) return;
    warned = true;
    console.warn(`posthorn: the service does not know these fields and has ignored them: ${names}`);
  }

  async function ask(method: string, url: string, body: unknown): Promise<{ response: Response; text: string }> {
    try {
      const given = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(url, { method, headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...given });
      warnOfIgnored(response.headers);
      return { response, text: await response.text() };
    } catch (cause) {
      throw new PosthornConnectionError('network', { cause, baseUrl: root });
    }
  }

  async function send(name: string, { body, query = {}, params = {} }: AnyRequest = {}): Promise<object> {
    const [method = '', path = ''] = name.split(' ');
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)])).toString();
    const url = `${root}${pathOf(path, params)}${search === '' ? '' : `?${search}`}`;
    const { response, text } = await ask(method, url, body);
    const answer = parse(text);
    if (!response.ok || typeof answer !== 'object' || answer === null) throw refusalOf(response, answer);
    return answer;
  }

  async function* iterate(name: string, given: AnyRequest = {}): AsyncGenerator<unknown, void, undefined> {
    let cursor: string | number | undefined;
    do {
      const { data, next_cursor: next } = assertPage(await send(name, { ...given, query: { ...given.query, cursor } }), cursor);
      yield* data;
      cursor = next ?? undefined;
    } while (cursor !== undefined);
  }

  // Safe because the service holds its answers to the contract.
  return { call: send as Operator['call'], iterate: iterate as Operator['iterate'] };
}
