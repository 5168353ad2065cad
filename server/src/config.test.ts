import { describe, expect, it } from 'vitest';
import { ConfigError, findShortSecrets, readConfig } from './config.ts';

describe('DNS_SERVERS', () => {
  it('is a list of addresses with or without ports', () => {
    const { DNS_SERVERS } = readConfig({ DNS_SERVERS: '1.1.1.1, 127.0.0.1:5353,::1,[::1]:53' });
    expect(DNS_SERVERS).toEqual(['1.1.1.1', '127.0.0.1:5353', '::1', '[::1]:53']);
  });

  it.each(['dns.example.com', '1.1.1', '1.1.1.1:0', '1.1.1.1:99999', '1.1.1.1,', '[1::1', ':53'])('refuses %s', (servers) => {
    expect(() => readConfig({ DNS_SERVERS: servers })).toThrow(ConfigError);
  });
});

describe('PORT', () => {
  it.each(['many', '3.5', '-1', '65536'])('refuses %s, and says what it takes', (port) => {
    expect(() => readConfig({ PORT: port })).toThrow(new ConfigError('PORT: must be a whole number from 0 to 65535'));
  });
});

describe('secrets', () => {
  it('may be short, which is said', () => {
    const short = { OPERATOR_TOKEN: 'x'.repeat(15), SECRET_KEY: 'x'.repeat(31) };
    expect(findShortSecrets(readConfig(short))).toEqual(['OPERATOR_TOKEN', 'SECRET_KEY']);
    expect(findShortSecrets(readConfig({ OPERATOR_TOKEN: 'x'.repeat(16), SECRET_KEY: 'x'.repeat(32) }))).toEqual([]);
    expect(findShortSecrets(readConfig({}))).toEqual([]);
  });
});
