import { describe, expect, it } from 'vitest';
import { parseDomainName } from './domain-name.ts';

describe('parseDomainName', () => {
  it.each([
    ['Mail.Example.COM', 'mail.example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['пример。рф', 'xn--e1afmkfd.xn--p1ai'],
    ['example.co.uk', 'example.co.uk'],
    ['1and1.com', '1and1.com'],
    ['someone.github.io', 'someone.github.io'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('takes %s', (given, name) => {
    expect(parseDomainName(given)).toBe(name);
  });

  it.each([
    ['a name without a dot', 'localhost'],
    ['nothing', ''],
    ['a public suffix', 'co.uk'],
    ['a top-level domain in other letters', 'com。cn'],
    ['an address', '192.0.2.1'],
    ['an address in hexadecimal', '0x7f.0.0.1'],
    ['an IPv6 address', '[2001:db8::1]'],
    ['a mail address', 'a@example.com'],
    ['a URL', 'https://example.com'],
    ['a port', 'example.com:25'],
    ['a percent-encoded name', 'exa%6dple.com'],
    ['an underscore', 'my_host.example.com'],
    ['a space', 'example .com'],
    ['space around it', ' example.com'],
    ['an empty label', 'mail..example.com'],
    ['a trailing dot', 'example.com.'],
    ['a label that begins with a hyphen', '-a.example.com'],
    ['a label that ends with a hyphen', 'a-.example.com'],
    ['a label of 64 characters', `${'a'.repeat(64)}.com`],
    ['a name too long for its records', `${'abcdefghi.'.repeat(23)}com`],
    ['a numeric top level', 'example.123'],
  ])('refuses %s', (_, given) => {
    expect(parseDomainName(given)).toBeUndefined();
  });
});
