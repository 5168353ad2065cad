import { lookUpAddresses, type NameService } from './look-up-addresses.ts';
import { isAddress, isPublicAddress } from './public-address.ts';

/** Which hosts may be connected to. */
export interface TargetRules {
  readonly names: NameService;
  /** Whether private and loopback addresses are allowed too, as test rigs need. */
  readonly allowPrivate: boolean;
}

/** Thrown for a target that must not be connected to, by itself or by one of its addresses. */
export class AddressRefused extends Error {
  readonly code = 'url_not_allowed';

  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'AddressRefused';
  }
}

/** Returns whether a host is an address, and one that must not be connected to. Names are not looked up. */
export const isRefusedAddress = (host: string, { allowPrivate }: TargetRules): boolean =>
  isAddress(host) && !allowPrivate && !isPublicAddress(host);

/** Returns the addresses of a host. Throws AddressRefused where one of them must not be connected to, and rejects where there are none. */
export async function findAllowedAddresses({ names, allowPrivate }: TargetRules, host: string) {
  const addresses = await lookUpAddresses(names, host);
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) throw new AddressRefused(host);
  return addresses;
}
