import type { Random } from '../core/crypto/random.ts';
import type { Context } from '../core/request/context.ts';

export interface ContextParts {
  readonly random: Random;
  /** Public base URL of the service; defaults to the origin of each request. */
  readonly baseUrl?: string | undefined;
}

/** Creates the context of a request, with a new request id and an anonymous caller. `url`: the request's, for responses with links. */
export function createContext({ random, baseUrl }: ContextParts, url?: string): Context {
  const requestId = random.bytes(12).toString('hex');
  const reached = baseUrl ?? (url === undefined ? '' : new URL(url).origin);
  return { caller: { kind: 'anonymous' }, requestId, baseUrl: reached, headers: {}, status: 200 };
}
