import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { AddressRefused, findAllowedAddresses, isRefusedAddress, type TargetRules } from './allowed-addresses.ts';

/** A look-up for sockets, which connect to the addresses that it has checked. */
const lookUpAllowed =
  (rules: TargetRules): LookupFunction =>
  (host, { all }, callback) => {
    findAllowedAddresses(rules, host).then(
      (addresses) => {
        const [first] = addresses;
        if (all === true) callback(null, [...addresses]);
        else if (first === undefined) callback(new Error(`${host} has no address`), '');
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };

/** Opens connections for undici to allowed addresses only, keeping TLS sessions. TLS and HTTP still speak of the name. */
export function createGuardedConnector(rules: TargetRules, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: lookUpAllowed(rules) });
  return (options, callback) => {
    const { hostname, protocol } = options;
    if (isRefusedAddress(hostname, rules)) callback(new AddressRefused(hostname), null);
    else if (protocol !== 'https:') callback(new AddressRefused(protocol), null);
    else connect(options, callback);
  };
}
