import { Resolver } from 'node:dns/promises';

const TRIES = 2;

export interface ResolverOptions {
  /** The system's by default. */
  readonly servers?: readonly string[] | undefined;
  /** For one query to one server; 2000 by default. */
  readonly timeoutMs?: number;
}

/** Returns what asks DNS and does not wait long for it. */
export function createResolver({ servers, timeoutMs = 2000 }: ResolverOptions): Resolver {
  const resolver = new Resolver({ timeout: timeoutMs, maxTimeout: timeoutMs, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return resolver;
}
