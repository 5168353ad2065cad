import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config/config-error.ts';
import { parseSmtpUrl } from './smtp-url.ts';

describe('parseSmtpUrl', () => {
  it('takes STARTTLS where it is offered and any certificate with it', () => {
    expect(parseSmtpUrl('smtp://relay.example:2525')).toEqual({
      host: 'relay.example',
      port: 2525,
      implicitTls: false,
      tls: 'opportunistic',
      verify: false,
      credentials: null,
      pool: 20,
    });
  });

  it('takes the ports of submission where none is given', () => {
    expect(parseSmtpUrl('smtp://relay.example').port).toBe(587);
    expect(parseSmtpUrl('smtps://relay.example').port).toBe(465);
  });

  it('checks the certificate of smtps and of a TLS that is required', () => {
    expect(parseSmtpUrl('smtps://relay.example')).toMatchObject({ implicitTls: true, verify: true });
    expect(parseSmtpUrl('smtp://relay.example?tls=require')).toMatchObject({ tls: 'require', verify: true });
    expect(parseSmtpUrl('smtps://relay.example?tls_verify=false').verify).toBe(false);
    expect(parseSmtpUrl('smtp://relay.example?tls_verify=true').verify).toBe(true);
  });

  it('requires TLS for a password that leaves the machine', () => {
    expect(parseSmtpUrl('smtp://us%40er:p%3Ass@relay.example')).toMatchObject({
      tls: 'require',
      verify: true,
      credentials: { user: 'us@er', pass: 'p:ss' },
    });
    expect(parseSmtpUrl('smtp://u:p@relay.example?tls=opportunistic').tls).toBe('require');
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '[::1]'])
      expect(parseSmtpUrl(`smtp://u:p@${host}:25`)).toMatchObject({ tls: 'opportunistic', verify: true });
    expect(parseSmtpUrl('smtp://u:p@127.0.0.1.example').tls).toBe('require');
  });

  it('reads the size of the pool', () => {
    expect(parseSmtpUrl('smtp://relay.example?pool=3').pool).toBe(3);
  });

  it.each([
    ['smtp://', 'smtp://host:port'],
    ['smtp://relay.example:99999', 'not a URL'],
    ['http://relay.example', 'smtp://host:port'],
    ['smtp://relay.example/path', 'path'],
    ['smtp://relay.example?pol=3', 'pol'],
    ['smtp://relay.example?pool=0', 'pool'],
    ['smtp://relay.example?pool=x', 'pool'],
    ['smtp://relay.example?tls=maybe', 'tls'],
    ['smtps://relay.example?tls=off', 'tls=off'],
    ['smtp://u:p@relay.example?tls=off', 'plain text'],
    ['smtp://relay.example?tls_verify=no', 'tls_verify'],
    ['smtp://secret@relay.example', 'password'],
    ['smtp://u:%E0secret@relay.example', 'percent-encoded'],
  ])('refuses %s in one line that keeps the secret', (url, complaint) => {
    const read = () => parseSmtpUrl(url);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^PROVIDER_URL: [^\n]*${complaint}`));
    expect(read).not.toThrow(/secret/);
  });
});
