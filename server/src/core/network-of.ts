import { isIPv6 } from 'node:net';

const GROUPS = 8;

/** Returns the groups of an IPv6 address, in which `::` stands for as many zeros as are missing. */
function groupsOf(address: string): string[] {
  const [first = [], rest] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  if (rest === undefined) return first;
  return [...first, ...new Array<string>(Math.max(GROUPS - first.length - rest.length, 0)).fill('0'), ...rest];
}

/**
 * Returns the network that the owner of an address controls: the address itself or, for IPv6, its /64, in which anybody can have any number
 * of addresses.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1);
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain).slice(0, GROUPS / 2);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
