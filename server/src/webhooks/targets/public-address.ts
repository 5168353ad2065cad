import ipaddr from 'ipaddr.js';

/** Public by its range, yet answered by the host that a cloud's virtual machine runs on. */
const METADATA = ['168.63.129.16'];
/** RFC 4291, section 2.4, and RFC 3587: what is routed is 2000::/3. */
const ROUTED = ipaddr.parseCIDR('2000::/3');

/** Brackets of an IPv6 address within a URL, and the zone of a link-local one. */
const bare = (host: string) => host.replace(/^\[|\]$/g, '').split('%', 1)[0] ?? '';

/** Returns whether a host is an address instead of a name. */
export const isAddress = (host: string): boolean => ipaddr.isValid(bare(host));

/**
 * Returns whether an address belongs to the public internet: not private, loopback, link-local, multicast, reserved or a metadata service,
 * and not an IPv6 form of an IPv4 address (mapped, 6to4, Teredo, NAT64).
 */
export function isPublicAddress(host: string): boolean {
  const text = bare(host);
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? !METADATA.includes(address.toString()) : address.match(ROUTED);
}
