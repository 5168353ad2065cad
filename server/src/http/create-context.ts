import type { Context } from '../core/context.ts';
import type { Random } from '../core/crypto/random.ts';

export interface ContextParts {
  readonly random: Random;
  /** Where the service is reached from outside; by each request's own origin unless given. */
  readonly baseUrl?: string | undefined;
}

/** The context of a request; without its address, for answers that have no links. */
export function createContext({ random, baseUrl }: ContextParts, url?: string): Context {
  const requestId = random.bytes(12).toString('hex');
  const reached = baseUrl ?? (url === undefined ? '' : new URL(url).origin);
  return { caller: { kind: 'anonymous' }, requestId, baseUrl: reached, headers: {}, status: 200 };
}
