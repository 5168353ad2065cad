import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, settings } from './config.ts';
import { ConfigError } from './config-error.ts';
import { findShortSecrets } from './secrets.ts';

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
  it.each(['many', '3.5', '-1', '65536', ' ', '0x10', '1e3', ' 80'])('refuses %s, and says what it takes', (port) => {
    expect(() => readConfig({ PORT: port })).toThrow(new ConfigError('PORT: must be a whole number from 0 to 65535'));
  });
});

describe.each(['HOST', 'INBOUND_SMTP_HOST', 'SUBMISSION_HOST'] as const)('%s', (name) => {
  it.each([
    ['[::1]', '::1'],
    ['[fe80::1%lo]', 'fe80::1%lo'],
    ['::', '::'],
    ['[localhost]', '[localhost]'],
    ['[127.0.0.1]', '[127.0.0.1]'],
  ])('takes an IPv6 address in brackets, and nothing else: %s', (given, host) => {
    expect(readConfig({ [name]: given })[name]).toBe(host);
  });
});

describe.each(['BASE_URL', 'LINK_BASE_URL'] as const)('%s', (name) => {
  it.each(['http://x.example', 'https://x.example:8443/mail/'])('takes %s', (given) => {
    expect(readConfig({ [name]: given })[name]).toBe(given);
  });

  it.each([
    ['http://x.example/?', 'must end before any ? or #, and name no user'],
    ['http://x.example/y?z', 'must end before any ? or #, and name no user'],
    ['http://x.example/#z', 'must end before any ? or #, and name no user'],
    ['http://:secret@x.example', 'must end before any ? or #, and name no user'],
    ['http://ann@x.example', 'must end before any ? or #, and name no user'],
    ['ftp://x.example', 'must be a URL that begins with https:// or http://'],
    ['x.example', 'must be a URL that begins with https:// or http://'],
  ])('refuses %s', (given, error) => {
    expect(() => readConfig({ [name]: given })).toThrow(new ConfigError(`${name}: ${error}`));
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

describe.each(['OPERATOR_TOKEN', 'METRICS_TOKEN'] as const)('%s', (name) => {
  it.each(['two words', 'ends in a line\n', 'schlüssel', 'x'.repeat(257)])('refuses %j, which no request could show', (token) => {
    expect(() => readConfig({ [name]: token })).toThrow(
      new ConfigError(`${name}: must be 1 to 256 visible ASCII characters, without a space`),
    );
  });

  it('takes the longest there is', () => {
    expect(readConfig({ [name]: '~'.repeat(256) })[name]).toBe('~'.repeat(256));
  });
});

describe('SECRET_KEY_PREVIOUS', () => {
  const read = (given: string) => readConfig({ SECRET_KEY_PREVIOUS: given }).SECRET_KEY_PREVIOUS;
  const [first, second] = ['1'.repeat(32), '2'.repeat(40)];

  it.each([
    ['one', ['one']],
    [' one,', [' one,', 'one']],
    [`${first}, ${second}`, [`${first}, ${second}`, first, second]],
    [`${first},,${second},`, [`${first},,${second},`, first, second]],
  ])('is keys with commas between them, or one key that has a comma or a blank at its end: %s', (given, keys) => {
    expect(read(given)).toEqual(keys);
  });

  it.each([`x,${first}`, `${first}, ${'2'.repeat(31)}`])('has no key that is a short piece of another: %s', (given) => {
    expect(read(given)).toEqual([given]);
  });

  it.each([' ', ',', ' , ,'])('has a key in it: %j', (given) => {
    expect(() => read(given)).toThrow(new ConfigError('SECRET_KEY_PREVIOUS: has no key in it; several have commas between them'));
  });
});

describe('DATABASE_URL', () => {
  it('says what a password must not have as it is, and that it names one host', () => {
    const line = 'DATABASE_URL: is not a URL; characters such as # and / in a password are percent-encoded';
    for (const password of ['p#w', 'p/w'])
      expect(() => readConfig({ DATABASE_URL: `postgres://u:${password}@db/p` })).toThrow(new ConfigError(line));
    expect(() => readConfig({ DATABASE_URL: 'postgres://u:p@one:5432,two:5432/p' })).toThrow(
      new ConfigError('DATABASE_URL: names several hosts; name one, which DNS or a proxy leads to the primary'),
    );
    expect(() => readConfig({ DATABASE_URL: 'mysql://db/p' })).toThrow(
      new ConfigError('DATABASE_URL: must be sqlite:FILE or postgres://…'),
    );
  });

  it.each(['postgres://u:p%23w@db/p', 'postgresql://db', 'postgres://u:p@/p?host=/run/postgresql', 'sqlite:data/a#b.db'])(
    'takes %s',
    (url) => {
      expect(readConfig({ DATABASE_URL: url, SECRET_KEY: 'k' }).DATABASE_URL).toBe(url);
    },
  );
});

describe('a setting in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (content: string | Uint8Array) => {
    const path = join(folder, `${Math.random()}`);
    writeFileSync(path, content);
    return path;
  };

  it.each(Object.keys(settings))('may be %s, and is checked as any other', (name) => {
    const path = file('\n');
    expect(() => readConfig({ [`${name}_FILE`]: path })).toThrow(new ConfigError(`${name}_FILE: ${path} is empty`));
  });

  it('is what the file says without its last line end', () => {
    const { SECRET_KEY, PORT, PROVIDER_URL } = readConfig({
      SECRET_KEY_FILE: file(' two words \r\n'),
      PORT_FILE: file('4000\n'),
      PROVIDER_URL_FILE: file('smtp://user:pa%40ss@relay.example.com'),
    });
    expect({ SECRET_KEY, PORT, PROVIDER_URL }).toEqual({
      SECRET_KEY: ' two words ',
      PORT: 4000,
      PROVIDER_URL: 'smtp://user:pa%40ss@relay.example.com',
    });
  });

  it('is refused where the setting is there too, and taken where that is empty', () => {
    const path = file('k'.repeat(32));
    expect(() => readConfig({ SECRET_KEY: 'x', SECRET_KEY_FILE: path })).toThrow(
      new ConfigError('SECRET_KEY_FILE: SECRET_KEY is set as well; one of them says what it is'),
    );
    expect(readConfig({ SECRET_KEY: '', SECRET_KEY_FILE: path }).SECRET_KEY).toBe('k'.repeat(32));
    expect(readConfig({ SECRET_KEY: 'x', SECRET_KEY_FILE: '' }).SECRET_KEY).toBe('x');
  });

  it('is refused where the file is not there, is a folder, has no end or holds no text, by a line without what it holds', () => {
    const missing = join(folder, 'missing');
    const refused = (path: string) => {
      try {
        return readConfig({ OPERATOR_TOKEN_FILE: path });
      } catch (error) {
        return error instanceof ConfigError ? error.message : error;
      }
    };
    expect(refused(missing)).toBe(`OPERATOR_TOKEN_FILE: ${missing} cannot be read as text: ENOENT`);
    expect(refused(folder)).toBe(`OPERATOR_TOKEN_FILE: ${folder} cannot be read as text: EISDIR`);
    expect(refused('/dev/zero')).toBe('OPERATOR_TOKEN_FILE: /dev/zero cannot be read as text: it has more than 65536 bytes');
    const bytes = file(Uint8Array.of(0xff, 0xfe, 0x00));
    expect(refused(bytes)).toBe(`OPERATOR_TOKEN_FILE: ${bytes} cannot be read as text: ERR_ENCODING_INVALID_ENCODED_DATA`);
  });
});

describe('MESSAGE_RETENTION_DAYS', () => {
  it.each([
    [{ MESSAGE_RETENTION_DAYS: '29' }, 'must be 0, or 30 and more'],
    [{ MESSAGE_RETENTION_DAYS: '59', BODY_RETENTION_DAYS: '60' }, 'must be 0, or 60 and more'],
    [
      { MESSAGE_RETENTION_DAYS: '60', BODY_RETENTION_DAYS: '0' },
      'bodies are kept for ever by BODY_RETENTION_DAYS=0, and messages with them',
    ],
  ])('is refused where reports or bodies outlive it: %o', (given, reason) => {
    expect(() => readConfig(given)).toThrow(new ConfigError(`MESSAGE_RETENTION_DAYS: ${reason}`));
  });

  it('is off, or as long as bodies are kept and more', () => {
    expect(readConfig({}).MESSAGE_RETENTION_DAYS).toBe(0);
    expect(readConfig({ MESSAGE_RETENTION_DAYS: '60', BODY_RETENTION_DAYS: '60' }).MESSAGE_RETENTION_DAYS).toBe(60);
  });
});
