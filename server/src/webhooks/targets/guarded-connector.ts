import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { AddressRefused, findAllowedAddresses, isRefusedAddress, type TargetRules } from './allowed-addresses.ts';
import { limitAnswers } from './limit-answers.ts';

/** Limits of a connection to a target. */
export interface ConnectionLimits {
  /** Milliseconds until it is connected. */
  readonly timeoutMs: number;
  /** Bytes that may come in answer to a request, whatever they are. */
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

/** Creates a connector for undici that connects to allowed addresses only, and keeps TLS sessions. TLS and HTTP still use the name. */
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
