import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { LookUpAddresses } from './look-up-addresses.ts';
import { isAddress, isPublicAddress } from './public-address.ts';

/** The target, or an address of it, is not one that may be connected to. */
export class AddressRefused extends Error {
  readonly code = 'url_not_allowed';

  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'AddressRefused';
  }
}

export interface TargetRules {
  readonly lookUp: LookUpAddresses;
  /** Takes private and loopback addresses too: test rigs. */
  readonly allowPrivate: boolean;
}

/** The addresses of a host, if all of them may be connected to: what was checked is what is connected to. */
export async function findAllowedAddresses(host: string, { lookUp, allowPrivate }: TargetRules) {
  const addresses = await lookUp(host);
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) throw new AddressRefused(host);
  return addresses;
}

/** Opens connections for undici to allowed addresses only. TLS and HTTP still speak of the name. */
export function guardedConnector(rules: TargetRules, timeoutMs: number): buildConnector.connector {
  const guardedLookup: LookupFunction = (host, { all }, callback) => {
    findAllowedAddresses(host, rules).then(
      (addresses) => {
        const [first] = addresses;
        if (all === true) callback(null, [...addresses]);
        else if (first === undefined) callback(new Error(`${host} has no address`), '');
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup });
  return (options, callback) => {
    const { hostname, protocol } = options;
    // An address in place of a name is not looked up.
    if (isAddress(hostname) && !rules.allowPrivate && !isPublicAddress(hostname)) callback(new AddressRefused(hostname), null);
    else if (protocol !== 'https:') callback(new AddressRefused(protocol), null);
    else connect(options, callback);
  };
}
