import { lookUpAddresses, type NameService } from './look-up-addresses.ts';
import { isAddress, isPublicAddress } from './public-address.ts';

/** Which hosts may be connected to. */
export interface TargetRules {
  readonly names: NameService;
  /** Takes private and loopback addresses too: test rigs. */
  readonly allowPrivate: boolean;
}

/** The target, or an address of it, is not one that may be connected to. */
export class AddressRefused extends Error {
  readonly code = 'url_not_allowed';

  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'AddressRefused';
  }
}

/** Whether a host is an address, which is not looked up, that must not be connected to. */
export const isRefusedAddress = (host: string, { allowPrivate }: TargetRules): boolean =>
  isAddress(host) && !allowPrivate && !isPublicAddress(host);

/** Returns the addresses of a host. Throws AddressRefused where one of them must not be connected to. */
export async function findAllowedAddresses({ names, allowPrivate }: TargetRules, host: string) {
  const addresses = await lookUpAddresses(names, host);
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) throw new AddressRefused(host);
  return addresses;
}
