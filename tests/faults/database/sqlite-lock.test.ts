import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, Unavailable } from '@posthorn/server';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../server/src/core/clock.ts';
import { engines } from '../../support/engines.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const HOLD = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  database.exec('pragma busy_timeout = 5000; begin ' + process.argv[2]);
  process.stdout.write('held');
  process.stdin.resume().on('end', () => process.exit());
`;

/** Has another process hold the file's write lock; a second connection of ours would not do, as such locks are the process's. */
async function holdLock(file: string, kind: 'immediate' | 'exclusive' = 'immediate'): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['--no-warnings', '-e', HOLD, file, kind], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  return () => {
    child.stdin.end();
    return ended;
  };
}

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

// The other engine has no file that another process could lock or fill.
describe.each(engines.filter(({ name }) => name === 'sqlite'))('a $name file whose lock another process holds', (engine) => {
  let server: TestServer;
  let tenant: TestTenant;
  const file = () => join(folder, 'posthorn.db');
  beforeEach(async () => {
    server = await startTestServer(engine, {}, { url: `sqlite:${file()}`, drop: async () => undefined });
    tenant = await server.mint();
  });
  afterEach(() => server.stop());

  const send = () => tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: 's', text_body: 'x' } });

  it('keeps writes waiting, and neither reads nor /health', async () => {
    const release = await holdLock(file());
    const order: string[] = [];
    const sent = send().finally(() => order.push('send'));
    for (let round = 0; round < 5; round += 1) {
      for (const path of ['/health', '/health/ready']) expect((await server.admin('GET', path)).status).toBe(200);
      expect((await tenant.call('GET', '/v1/messages')).status).toBe(200);
    }
    order.push('reads');
    await release();
    expect((await sent).status).toBe(202);
    expect(order).toEqual(['reads', 'send']);
  });

  it('has writes answered 503 with Retry-After when it is not let go, and 202 afterwards', async () => {
    const release = await holdLock(file());
    const answers = await Promise.all([send(), send(), tenant.call('POST', '/v1/domains', { body: { name: 'x.example.org' } })]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(['1', '1', '1']);
    const ready = () => server.admin('GET', '/health/ready');
    for (let probe = 0; probe < 3; probe += 1)
      expect(await ready()).toMatchObject({
        status: 503,
        body: { detail: expect.stringContaining('locked'), checks: { database: 'locked' } },
      });
    expect((await server.admin('GET', '/health')).status).toBe(200);
    await release();
    expect((await send()).status).toBe(202);
    expect(await eventually(async () => ((await ready()).status === 200 ? 'ready' : undefined))).toBe('ready');
  });
});

describe('a SQLite file that another process is about to let go', () => {
  it.each(['immediate', 'exclusive'] as const)('is opened once it has: begin %s', async (kind) => {
    const file = join(folder, 'new.db');
    const release = await holdLock(file, kind);
    const refused = Promise.withResolvers<void>();
    // The wait is as long as the other process takes.
    const clock = vi.spyOn(systemClock, 'monotonic').mockImplementation(() => {
      refused.resolve();
      return 0;
    });
    onTestFinished(() => clock.mockRestore());
    const opening = openDatabase(`sqlite:${file}`);
    await Promise.race([refused.promise, opening.then(() => expect.unreachable('it is held'))]);
    await release();
    const db = await opening;
    await sql`create table t (n integer)`.execute(db.write);
    await db.close();
  });
});

describe('a SQLite file without room', () => {
  it('fails with the reason and not with that of the rollback, and works again when there is room', async () => {
    const db = await openDatabase(`sqlite:${join(folder, 'full.db')}`);
    await sql`create table bulk (bytes blob)`.execute(db.write);
    await sql`pragma max_page_count = 10`.execute(db.write);
    const fill = () => db.transact((trx) => sql`insert into bulk values (zeroblob(1000000))`.execute(trx));
    const error: unknown = await fill().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ cause: { code: 'SQLITE_FULL' }, detail: expect.stringContaining('disk') });
    await sql`pragma max_page_count = 100000`.execute(db.write);
    await fill();
    const { rows } = await sql<{ count: number }>`select count(*) as count from bulk`.execute(db.read);
    expect(rows).toEqual([{ count: 1 }]);
    await db.close();
  });
});
