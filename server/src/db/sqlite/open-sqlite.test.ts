import {
  chmodSync,
  chownSync,
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateToLatest, openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asNobody } from '../../../../tests/support/as-nobody.ts';
import { NOBODY } from '../../../../tests/support/database/postgres.ts';
import { eventually } from '../../../../tests/support/wait.ts';
import { readConfig } from '../../config/config.ts';
import { lookAtDatabase } from '../../doctor/look-at-database.ts';
import { insertMany } from '../dialect.ts';
import type { OpenOptions } from '../open-options.ts';
import { LOG_BYTES } from './checkpoints.ts';
import { takeFileLock } from './file-lock.ts';

/** Blocks the event loop for longer than transactions may. */
function holdUp(): void {
  const until = performance.now() + 50;
  while (performance.now() < until);
}

describe('the file of a SQLite database', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-file-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function openAndWrite(options?: Partial<OpenOptions>) {
    const db = await openDatabase(`sqlite:${join(folder, 'posthorn.db')}`, options);
    await migrateToLatest(db.write);
    return db;
  }
  const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777;

  it("is its owner's alone, and so is what is written beside it", async () => {
    const db = await openAndWrite();
    const names = readdirSync(folder).filter((name) => !name.includes('.lock'));
    expect(names).toContain('posthorn.db-wal');
    expect(names.map(modeOf)).toEqual(names.map(() => 0o600));
    await db.close();
  });

  it('commits nothing while it is not where it was, and says so', async () => {
    const told: (string | null)[] = [];
    const db = await openAndWrite({ onFileFault: (fault) => told.push(fault) });
    const file = join(folder, 'posthorn.db');
    const write = (to: number) => db.transact((trx) => sql`pragma user_version = ${sql.lit(to)}`.execute(trx));
    const read = async () => (await sql<{ user_version: number }>`pragma user_version`.execute(db.write)).rows[0]?.user_version;
    await write(1);
    renameSync(file, `${file}.away`);
    await expect(write(2)).rejects.toMatchObject({ name: 'Unavailable' });
    expect(await db.fault()).toBe('missing');
    writeFileSync(file, '');
    await expect(write(2)).rejects.toMatchObject({ name: 'Unavailable' });
    expect([await read(), await db.fault()]).toEqual([1, 'missing']);
    renameSync(`${file}.away`, file);
    expect(await db.fault()).toBeUndefined();
    await write(3);
    expect([await read(), told]).toEqual([3, ['missing', null]]);
    renameSync(file, `${file}.away`);
    expect([await db.fault(), told]).toEqual(['missing', ['missing', null, 'missing']]);
    const finding = { subject: 'database', state: 'failed', detail: `${file} was removed while a server serves it` };
    expect(await lookAtDatabase(readConfig({ DATABASE_URL: `sqlite:${file}` }))).toMatchObject(finding);
    await db.close();
    expect(await lookAtDatabase(readConfig({ DATABASE_URL: `sqlite:${file}` }))).toMatchObject({ state: 'warning' });
  });

  it('holds nothing of what was deleted, short or long, once the log is in it', async () => {
    const db = await openAndWrite();
    const file = join(folder, 'posthorn.db');
    await sql`create table texts (text text not null)`.execute(db.write);
    const texts = ['short@example.net', `long@example.net${'x'.repeat(20_000)}`];
    for (const text of texts) await sql`insert into texts values (${text})`.execute(db.write);
    await sql`pragma wal_checkpoint(truncate)`.execute(db.write);
    const found = () => texts.map((text) => readFileSync(file).includes(text.slice(0, 16)));
    expect(found()).toEqual([true, true]);
    await sql`delete from texts`.execute(db.write);
    await sql`pragma wal_checkpoint(truncate)`.execute(db.write);
    expect(found()).toEqual([false, false]);
    await db.close();
  });

  it('is not opened where its lock could be read alone, which would lock nothing', async () => {
    const lock = join(folder, 'posthorn.db.lock');
    writeFileSync(lock, '', { mode: 0o444 });
    await asNobody(folder, () =>
      expect(openDatabase(`sqlite:${join(folder, 'posthorn.db')}`)).rejects.toThrow(
        `EACCES: permission denied, open '${lock}'; see that this user may write ${join(folder, 'posthorn.db')}, its folder, and`,
      ),
    );
  });

  it('is left to a server that starts while somebody merely looks at it', async () => {
    const url = `sqlite:${join(folder, 'posthorn.db')}`;
    const looking = await openDatabase(url, { alone: false });
    const serving = await openDatabase(url);
    await expect(openDatabase(url, { alone: false })).rejects.toThrow('another process serves');
    await looking.close();
    await expect(openDatabase(url)).rejects.toThrow('another process serves');
    await serving.close();
  });

  it('is waited for where its lock is held for a moment, as by whoever looks whether a server runs', async () => {
    const file = join(folder, 'posthorn.db');
    const held = takeFileLock(file);
    const opening = openDatabase(`sqlite:${file}`);
    held?.release();
    await (await opening).close();
  });

  it('may be closed twice, which closes nothing else', async () => {
    const db = await openDatabase(`sqlite:${join(folder, 'posthorn.db')}`);
    await db.close();
    const others = Array.from({ length: 50 }, () => openSync(join(folder, 'posthorn.db'), 'r'));
    await db.close();
    for (const other of others) expect(fstatSync(other).isFile()).toBe(true);
    for (const other of others) closeSync(other);
  });

  it.each(['.lock', '-wal'])('names what may be at fault where it is the file with %s', async (ending) => {
    writeFileSync(join(folder, 'posthorn.db'), '', { mode: 0o666 });
    if (process.getuid?.() === 0) chownSync(join(folder, 'posthorn.db'), NOBODY, NOBODY);
    writeFileSync(join(folder, `posthorn.db${ending}`), '', { mode: 0o000 });
    await asNobody(folder, () =>
      expect(openDatabase(`sqlite:${join(folder, 'posthorn.db')}`)).rejects.toThrow(/unable to open .+-wal or -shm/),
    );
  });

  it.runIf(process.getuid?.() === 0)('has its lock made for its owner, whoever opens it', async () => {
    writeFileSync(join(folder, 'posthorn.db'), '');
    chownSync(join(folder, 'posthorn.db'), NOBODY, NOBODY);
    const db = await openDatabase(`sqlite:${join(folder, 'posthorn.db')}`);
    const { uid, gid } = statSync(join(folder, 'posthorn.db.lock'));
    await db.close();
    expect([uid, gid]).toEqual([NOBODY, NOBODY]);
  });

  it('lets others have their turn amid a transaction that has held one for long', async () => {
    const db = await openAndWrite();
    const order: string[] = [];
    await db.transact(async (trx) => {
      await sql`select 1`.execute(trx);
      holdUp();
      setImmediate(() => order.push('others'));
      await sql`select 1`.execute(trx);
      order.push('transaction');
    });
    expect(order).toEqual(['others', 'transaction']);
    await db.close();
  });

  it('has transactions wait for a turn of the loop in line, and lets one pass that requests have begun', async () => {
    const db = await openAndWrite();
    const order: string[] = [];
    const run = (name: string, inLine: boolean) =>
      db.transact(
        async (trx) => {
          await sql`select 1`.execute(trx);
          order.push(name);
        },
        { inLine },
      );
    const first = run('first', true);
    holdUp();
    await Promise.all([first, run('second', true), run('third', true), run('request', false)]);
    expect(order).toEqual(['first', 'request', 'second', 'third']);
    await db.close();
  });

  it('writes many rows in pieces, by their number and by what they hold', async () => {
    const db = await openAndWrite();
    const write = async (rows: readonly string[]): Promise<number[]> => {
      const stored = rows.map((kind, index) => ({ tenant_id: `t${index}`, kind, bytes: 0 }));
      return db.transact(async (trx) => {
        const execute = vi.spyOn(trx, 'executeQuery');
        await insertMany(trx, 'storage_changes', stored);
        return execute.mock.calls.map(([query]) => ('parameters' in query ? query.parameters.length : 0));
      });
    };
    expect(await write(Array.from({ length: 1100 }, () => 'kept'))).toEqual([500, 500, 100]);
    expect(await write(Array.from({ length: 5 }, () => 'x'.repeat(400_000)))).toEqual([2, 2, 1]);
    expect(await write(['x'.repeat(2_000_000), 'kept'])).toEqual([1, 1]);
    expect(await write([])).toEqual([]);
    expect((await db.read.selectFrom('storage_changes').select('kind').execute()).length).toBe(1107);
    await db.close();
  });

  it('keeps the mode that its owner gave it', async () => {
    await (await openAndWrite()).close();
    chmodSync(join(folder, 'posthorn.db'), 0o640);
    await (await openAndWrite()).close();
    expect(modeOf('posthorn.db')).toBe(0o640);
  });

  it('takes what is in its log, which begins anew then, while others write', async () => {
    const db = await openAndWrite();
    const sizeOf = (name: string) => statSync(join(folder, name)).size;
    const write = (bytes: number) => db.transact((trx) => sql`insert into written values (zeroblob(${bytes}))`.execute(trx));
    await sql`create table written (bytes blob)`.execute(db.write);
    let written = 0;
    for (let round = 1; round <= 3; round += 1) {
      for (const end = written + LOG_BYTES; written <= end; written += 1024 * 1024) await write(1024 * 1024);
      await eventually(async () => {
        await write(1);
        return sizeOf('posthorn.db-wal') <= LOG_BYTES || undefined;
      });
      // When the log starts over is up to the thread: it may have grown to its limit again.
      expect(sizeOf('posthorn.db')).toBeGreaterThan(written - LOG_BYTES);
    }
    await db.close();
  });
});
