import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('DNS_SERVERS', () => {
  it('is a list of addresses with or without ports', () => {
    const { DNS_SERVERS } = readConfig({ DNS_SERVERS: '1.1.1.1, 127.0.0.1:5353,::1,[::1]:53' });
    expect(DNS_SERVERS).toEqual(['1.1.1.1', '127.0.0.1:5353', '::1', '[::1]:53']);
  });

  it.each(['dns.example.com', '1.1.1', '1.1.1.1:0', '1.1.1.1:99999', '1.1.1.1,', '[1::1', ':53'])('refuses %s', (servers) => {
    expect(() => readConfig({ DNS_SERVERS: servers })).toThrow(ConfigError);
  });
});
