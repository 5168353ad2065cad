import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { AddressRefused, findAllowedAddresses, isRefusedAddress, type TargetRules } from './allowed-addresses.ts';
import { limitAnswers } from './limit-answers.ts';

export interface ConnectionLimits {
  /** Until it is connected. */
  readonly timeoutMs: number;
  /** Of what comes in answer to a request, whatever it is. */
  readonly answerBytes: number;
}

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
export function createGuardedConnector(rules: TargetRules, { timeoutMs, answerBytes }: ConnectionLimits): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: lookUpAllowed(rules) });
  return (options, callback) => {
    const { hostname, protocol } = options;
    if (isRefusedAddress(hostname, rules)) return callback(new AddressRefused(hostname), null);
    if (protocol !== 'https:') return callback(new AddressRefused(protocol), null);
    return connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      limitAnswers(socket, answerBytes);
      return callback(null, socket);
    });
  };
}
