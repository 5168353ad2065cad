import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** Every address of a host name, in the order in which to try them. Rejects where there is none. */
export type LookUpAddresses = (host: string) => Promise<readonly LookupAddress[]>;

const TIMEOUT_MS = 2000;
const TRIES = 2;
const LATE = 'ETIMEOUT';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

const asFamily = (family: 4 | 6) => (addresses: readonly string[]) => addresses.map((address) => ({ address, family }));

/** Asks DNS for both families; one of them is enough. */
async function resolve(resolver: Resolver, host: string): Promise<readonly LookupAddress[]> {
  const families = await Promise.allSettled([resolver.resolve4(host).then(asFamily(4)), resolver.resolve6(host).then(asFamily(6))]);
  const found = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  if (found.length > 0) return found;
  throw families.find((family) => family.status === 'rejected')?.reason ?? new Error(`${host} has no address`);
}

/**
 * Asks the given DNS servers, or the system's. Names that DNS does not know are left to the system, which has others, such as
 * localhost. Its own look-ups block one of few threads each, so that slow names must not come to it.
 */
export function addressLookUp(servers: readonly string[] | undefined): LookUpAddresses {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, maxTimeout: TIMEOUT_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (host) => {
    if (!host.includes('.')) return lookup(host, { all: true });
    try {
      return await resolve(resolver, host);
    } catch (error) {
      if (codeOf(error) === LATE) throw error;
      return lookup(host, { all: true });
    }
  };
}
