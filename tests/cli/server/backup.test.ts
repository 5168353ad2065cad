import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posthorn } from '../../support/processes/command-line.ts';
import { type ServerProcess, spawnServer } from '../../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../../support/server.ts';

describe('posthorn backup', () => {
  let folder = '';
  let server: ServerProcess;
  const at = (name: string) => join(folder, name);
  const backUp = (database: string, file: string) =>
    posthorn(['backup', file], { environment: { DATABASE_URL: database, SECRET_KEY: 'k'.repeat(32) } });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-backup-'));
    server = await spawnServer({ DATABASE_URL: `sqlite:${at('live.db')}`, ROLE: 'api' });
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  it('writes a copy of a database that is served, from which another server goes on', async () => {
    const tenant = await mintTenant(server.url, caller(server.url, OPERATOR_TOKEN));
    const mail = { from: tenant.from, to: ['ada@example.net'], subject: 'Hello', text_body: 'Hi' };
    const { body: sent } = await tenant.call('POST', '/v1/email', { body: mail });
    expect(await backUp(`sqlite:${at('live.db')}`, at('copy.db'))).toEqual({ code: 0, stdout: `Wrote ${at('copy.db')}.\n`, stderr: '' });

    const restored = await spawnServer({ DATABASE_URL: `sqlite:${at('copy.db')}`, ROLE: 'api' });
    const { status, body } = await caller(restored.url, tenant.key)('GET', `/v1/messages/${sent.message_id}`);
    await restored.end('SIGTERM');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'queued', subject: 'Hello', text_body: 'Hi' });
  });

  it('lets nobody else read it', async () => {
    await backUp(`sqlite:${at('live.db')}`, at('secret.db'));
    expect(statSync(at('secret.db')).mode & 0o777).toBe(0o600);
  });

  it('leaves a file alone that is there', async () => {
    writeFileSync(at('old.db'), 'keep me');
    expect(await backUp(`sqlite:${at('live.db')}`, at('old.db'))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('old.db'),
    });
    expect(readFileSync(at('old.db'), 'utf8')).toBe('keep me');
  });

  it('makes no database where there is none, and no copy of one that cannot be read', async () => {
    expect(await backUp(`sqlite:${at('none.db')}`, at('a.db'))).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no') });
    writeFileSync(at('broken.db'), 'this is no database at all');
    expect(await backUp(`sqlite:${at('broken.db')}`, at('b.db'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot be written'),
    });
    for (const file of ['none.db', 'a.db', 'b.db', 'a.db~', 'b.db~']) expect(statSync(at(file), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('leaves PostgreSQL to its own tools', async () => {
    expect(await backUp('postgres://127.0.0.1/none', at('c.db'))).toMatchObject({ code: 2, stderr: expect.stringContaining('pg_dump') });
  });
});
