import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import pTimeout from 'p-timeout';
import { errorCodeOf } from '../../core/errors/error-code.ts';
import { createResolver } from '../../core/resolver.ts';

/** Looks up the addresses of host names: by DNS, and by the system, which has names of its own, such as localhost. */
export interface NameService {
  resolve4(host: string): Promise<string[]>;
  resolve6(host: string): Promise<string[]>;
  /** Asks the system. Each call blocks one of few threads, so that slow names must not come to it. */
  lookup(host: string): Promise<LookupAddress[]>;
}

/** Creates a name service that asks the given DNS servers, or the system's. */
export function createNameService(servers: readonly string[] | undefined): NameService {
  const resolver = createResolver({ servers });
  return {
    resolve4: (host) => resolver.resolve4(host),
    resolve6: (host) => resolver.resolve6(host),
    lookup: (host) => lookup(host, { all: true }),
  };
}

const LATE = 'ETIMEOUT';

const asFamily = (family: 4 | 6) => (addresses: readonly string[]) => addresses.map((address) => ({ address, family }));

/** How long the second family is waited for: name servers that leave queries for one of them unanswered made each connection 2 s slower. */
const SECOND_FAMILY_MS = 200;

/** Asks DNS for both families; one of them is enough (RFC 8305, section 3). Rejects where there is neither, with the reason of the first. */
async function resolve(names: NameService, host: string): Promise<readonly LookupAddress[]> {
  const families = [names.resolve4(host).then(asFamily(4)), names.resolve6(host).then(asFamily(6))];
  await Promise.any(families).catch(({ errors }: AggregateError) => Promise.reject(errors[0]));
  const inTime = families.map((family) => pTimeout(family, { milliseconds: SECOND_FAMILY_MS, fallback: () => [] }).catch(() => []));
  return (await Promise.all(inTime)).flat();
}

/** Returns every address of a host, in the order in which to try them; what DNS does not know is left to the system. Rejects where there is none. */
export async function lookUpAddresses(names: NameService, host: string): Promise<readonly LookupAddress[]> {
  if (!host.includes('.')) return names.lookup(host);
  try {
    return await resolve(names, host);
  } catch (error) {
    if (errorCodeOf(error) === LATE) throw error;
    return names.lookup(host);
  }
}
