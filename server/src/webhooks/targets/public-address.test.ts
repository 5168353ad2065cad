import { describe, expect, it } from 'vitest';
import { isAddress, isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700::1111', '[2a00:1450:4001::5]'])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.0.3'],
    ['loopback', '::1'],
    ['loopback', '[::1]'],
    ['unspecified', '0.0.0.0'],
    ['unspecified', '::'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['private', 'fc00::1'],
    ['of a carrier', '100.64.0.1'],
    ['link-local', '169.254.1.1'],
    ['link-local', 'fe80::1%eth0'],
    ['of a metadata service', '169.254.169.254'],
    ['of a metadata service', '100.100.100.200'],
    ['of a metadata service', '168.63.129.16'],
    ['of a metadata service', 'fd00:ec2::254'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped', '::ffff:8.8.8.8'],
    ['mapped', '[::ffff:7f00:1]'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['site-local', 'fec0::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '203.0.113.7'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['decimal', '2130706433'],
    ['octal', '0177.0.0.1'],
    ['hexadecimal', '0x7f.1'],
    ['no address', 'localhost'],
    ['no address', ''],
  ])('refuses what is %s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('isAddress', () => {
  it('tells addresses from names', () => {
    expect(['127.0.0.1', '[::1]', '::1', '2130706433'].map(isAddress)).toEqual([true, true, true, true]);
    expect(['example.com', 'localhost', ''].map(isAddress)).toEqual([false, false, false]);
  });
});
