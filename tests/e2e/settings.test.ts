import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posthorn } from '../support/processes/command-line.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a setting that cannot be used', () => {
  it.each([
    ['a port that is none', { PORT: '99999' }, 'PORT'],
    ['a database that is none', { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    ['a provider that is none', { PROVIDER_URL: 'ftp://x' }, 'PROVIDER_URL'],
    ['a worker on SQLite', { ROLE: 'worker' }, 'ROLE'],
    [
      'a virtual clock in a worker',
      { ROLE: 'worker', CLOCK: 'virtual', DATABASE_URL: 'postgres://x/y', SECRET_KEY: 'k'.repeat(32) },
      'CLOCK',
    ],
    ['PostgreSQL without a secret key', { DATABASE_URL: 'postgres://x/y' }, 'SECRET_KEY'],
    ['a directory for temporary files that is not there', { TEMP_DIR: '/none' }, 'TEMP_DIR'],
    ['one where none can be written', { TEMP_DIR: '/proc' }, 'TEMP_DIR'],
    ['an interval longer than a timer', { JOB_INTERVAL_MS: '2147483648' }, 'JOB_INTERVAL_MS'],
    ['a host that is not ours', { HOST: '192.0.2.1', PORT: '0' }, 'HOST'],
    ['a host for mail that is not ours', { INBOUND_SMTP_HOST: '192.0.2.1', INBOUND_SMTP_PORT: '0', PORT: '0' }, 'INBOUND_SMTP_HOST'],
    ['a certificate without its key', { INBOUND_TLS_CERT: '/dev/null' }, 'INBOUND_TLS_CERT'],
    ['a port to send by without a certificate', { SUBMISSION_PORT: '0' }, 'SUBMISSION_PORT'],
    ['another such port without one', { SUBMISSIONS_PORT: '0' }, 'SUBMISSIONS_PORT'],
    [
      'a certificate that is none',
      { TLS_CERT_FILE: '/dev/null', TLS_KEY_FILE: '/dev/null', SUBMISSION_PORT: '0', PORT: '0' },
      'TLS_CERT_FILE',
    ],
    [
      'a certificate that is not there',
      { INBOUND_TLS_CERT: '/none', INBOUND_TLS_KEY: '/none', INBOUND_SMTP_PORT: '0', PORT: '0' },
      'INBOUND_TLS_CERT',
    ],
    ['PostgreSQL that does not answer', { DATABASE_URL: 'postgres://x:hidden@127.0.0.1:1/y', SECRET_KEY: 'k'.repeat(32) }, 'DATABASE_URL'],
    ['a PostgreSQL address with a fault', { DATABASE_URL: 'postgres://x:hidden@[/y', SECRET_KEY: 'k'.repeat(32) }, 'DATABASE_URL'],
    ['a SQLite file in no folder', { DATABASE_URL: 'sqlite:/dev/null/posthorn.db' }, 'DATABASE_URL'],
    ['a SQLite file where none can be written', { DATABASE_URL: 'sqlite:/proc/posthorn.db', SECRET_KEY: 'k'.repeat(32) }, 'DATABASE_URL'],
  ])('ends %s with one line and exit 2', async (_case, environment, name) => {
    const { code, stderr, stdout } = await posthorn(['serve'], {
      environment: { DATABASE_URL: `sqlite:${folder}/none.db`, ...environment },
    });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(new RegExp(`^posthorn: ${name}: .+\\n$`));
    expect(stderr).not.toContain('hidden');
  });

  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['another kind of file', (path: string) => writeFileSync(path, 'x'.repeat(5000))],
  ])('ends a SQLite file that is %s with one line and exit 2', async (_case, make) => {
    const path = join(mkdtempSync(join(folder, 'other-')), 'posthorn.db');
    make(path);
    const { code, stderr } = await posthorn(['serve'], {
      environment: { DATABASE_URL: `sqlite:${path}`, SECRET_KEY: 'k'.repeat(32), PORT: '0' },
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^posthorn: DATABASE_URL: .+\n$/);
  });

  it('ends a port that another process has with one line and exit 2', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    // Safe because it listens on a port.
    const { port } = other.address() as AddressInfo;
    const environment = { DATABASE_URL: `sqlite:${folder}/none.db`, LOG_LEVEL: 'silent' };
    for (const settings of [{ PORT: String(port) }, { INBOUND_SMTP_PORT: String(port), PORT: '0' }]) {
      const { code, stderr } = await posthorn(['serve'], { environment: { ...environment, ...settings } });
      expect(code).toBe(2);
      expect(stderr).toMatch(new RegExp(`^posthorn: ${Object.keys(settings)[0]}: .+\\n$`));
    }
    other.close();
  });
});
