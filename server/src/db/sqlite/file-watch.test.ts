import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { systemClock } from '../../core/clock.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { lookAtDatabase } from '../../doctor/look-at-database.ts';
import { checkFile } from './check-file.ts';
import { createFileWatch } from './file-watch.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });
const MEGABYTE = 1024 * 1024;
const PAGE = 4096;

describe('the watch over a SQLite file', () => {
  function stage() {
    const held = Promise.withResolvers<void>();
    const state = { free: 100 * MEGABYTE, isWritable: true, failure: coded('SQLITE_FULL'), writing: Promise.resolve(), tries: 0, now: 0 };
    const clock = vi.spyOn(systemClock, 'monotonic').mockImplementation(() => state.now);
    onTestFinished(() => clock.mockRestore());
    const told: (string | null)[] = [];
    const watch = createFileWatch({
      file: '/data/posthorn.db',
      findSpace: async () => ({ size: 200 * MEGABYTE, free: state.free }),
      onFault: (fault) => told.push(fault),
      tryWrite: async () => {
        state.tries += 1;
        await state.writing;
        if (!state.isWritable) throw state.failure;
      },
    });
    return { state, told, watch, held };
  }

  it('finds a disk without room though nobody has written since, and that it has room again', async () => {
    const { state, told, watch } = stage();
    expect(await watch.fault()).toBeUndefined();
    state.free = MEGABYTE;
    expect([await watch.fault(), await watch.fault()]).toEqual(['full', 'full']);
    state.free = 100 * MEGABYTE;
    expect(await watch.fault()).toBeUndefined();
    expect(told).toEqual(['full', null]);
  });

  it('takes the word of the engine for it, and tries to write until that succeeds', async () => {
    const { state, told, watch } = stage();
    state.isWritable = false;
    for (const code of ['SQLITE_FULL', 'SQLITE_FULL', 'SQLITE_BUSY']) watch.note(coded(code));
    expect(await Promise.all([watch.fault(), watch.fault()])).toEqual(['full', 'full']);
    state.isWritable = true;
    expect([await watch.fault(), state.tries]).toEqual(['full', 1]);
    state.now = 1000;
    expect([await watch.fault(), await watch.fault(), state.tries]).toEqual([undefined, undefined, 2]);
    expect(told).toEqual(['full', null]);
  });

  it('says that it is locked from when a write was given up, without waiting for the next, until one passes', async () => {
    const { state, told, watch, held } = stage();
    watch.note(coded('SQLITE_BUSY_SNAPSHOT'));
    expect([await watch.fault(), state.tries]).toEqual([undefined, 0]);
    watch.note(coded('SQLITE_BUSY'));
    state.now = 1000;
    state.writing = held.promise;
    expect([await watch.fault(), await watch.fault(), await watch.fault()]).toEqual(['locked', 'locked', 'locked']);
    await vi.waitFor(() => expect(state.tries).toBe(1));
    held.resolve();
    await vi.waitFor(async () => expect(await watch.fault()).toBeUndefined());
    expect([state.tries, told]).toEqual([1, ['locked', null]]);
  });

  it('says that it is locked once there is room and a lock alone keeps it from being written', async () => {
    const { state, told, watch } = stage();
    state.free = MEGABYTE;
    state.isWritable = false;
    state.failure = coded('SQLITE_BUSY');
    expect([await watch.fault(), state.tries]).toEqual(['full', 0]);
    state.free = 100 * MEGABYTE;
    expect([await watch.fault(), state.tries]).toEqual(['locked', 1]);
    state.free = MEGABYTE;
    await watch.fault();
    await vi.waitFor(async () => expect(await watch.fault()).toBe('full'));
    Object.assign(state, { free: 100 * MEGABYTE, now: 1000, failure: new Unavailable(coded('SQLITE_BUSY')) });
    expect([await watch.fault(), state.tries]).toEqual(['locked', 2]);
    Object.assign(state, { now: 2000, isWritable: true });
    await vi.waitFor(async () => expect(await watch.fault()).toBeUndefined());
    expect(told).toEqual(['full', 'locked', 'full', 'locked', null]);
  });

  it('tells the graver of two faults', async () => {
    const { told, watch } = stage();
    for (const code of ['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_CORRUPT', 'SQLITE_BUSY']) watch.note(coded(code));
    expect([await watch.fault(), told]).toEqual(['damaged', ['locked', 'full', 'damaged']]);
  });

  it('tells of damage once, and takes it back for nothing', async () => {
    const { state, told, watch } = stage();
    for (const code of ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_FULL', 'SQLITE_NOTADB']) watch.note(coded(code));
    for (const now of [1000, 2000]) {
      state.now = now;
      expect(await watch.fault()).toBe('damaged');
      await setImmediate();
    }
    expect([told, state.tries]).toEqual([['damaged'], 0]);
  });

  it('says nothing of a disk that cannot be asked', async () => {
    const watch = createFileWatch({
      file: '/data/posthorn.db',
      findSpace: () => Promise.reject(coded('ENOENT')),
      onFault: () => expect.unreachable('nothing was found'),
      tryWrite: async () => undefined,
    });
    expect(await watch.fault()).toBeUndefined();
  });
});

describe('a SQLite file that is damaged in the middle', () => {
  let file: string;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-damaged-'));
    file = join(folder, 'posthorn.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function make(): Promise<void> {
    const db = await openDatabase(`sqlite:${file}`);
    for (const table of ['whole', 'broken']) await sql`create table ${sql.table(table)} (n integer)`.execute(db.write);
    await sql`insert into broken values (1)`.execute(db.write);
    const { rows } = await sql<{ page: number }>`select rootpage as page from sqlite_schema where name = 'broken'`.execute(db.read);
    await db.close();
    const damaged = openSync(file, 'r+');
    writeSync(damaged, Buffer.alloc(PAGE, 0xff), 0, PAGE, ((rows[0]?.page ?? 0) - 1) * PAGE);
    closeSync(damaged);
  }

  it('is opened, and told of once; what is whole of it is read on', async () => {
    await make();
    const told: (string | null)[] = [];
    const db = await openDatabase(`sqlite:${file}`, { onFileFault: (fault) => told.push(fault) });
    const read = () => sql`select * from broken`.execute(db.read);
    for (let times = 0; times < 2; times += 1) await expect(read()).rejects.toMatchObject({ name: 'Unavailable', isPermanent: true });
    expect([await db.fault(), told]).toEqual(['damaged', ['damaged']]);
    expect((await sql`select * from whole`.execute(db.read)).rows).toEqual([]);
    await db.close();
  });

  it('is found by a look through it, as is a file that is none', async () => {
    await make();
    expect(await checkFile(file)).toMatchObject({ state: 'damaged', detail: expect.stringMatching(/broken|malformed|page/i) });
    const finding = { subject: 'database', state: 'failed', detail: expect.stringContaining(`${file} is damaged`) };
    expect(await lookAtDatabase(readConfig({ DATABASE_URL: `sqlite:${file}` }))).toMatchObject(finding);
    writeFileSync(file, 'no database '.repeat(PAGE));
    expect(await checkFile(file)).toMatchObject({ state: 'damaged', detail: expect.stringContaining('not a database') });
    expect(await checkFile(join(folder, 'none.db'))).toEqual({ state: 'unfinished' });
  });

  it('is not made out where it is whole, also while it is open', async () => {
    const db = await openDatabase(`sqlite:${file}`);
    await sql`create table whole (n integer)`.execute(db.write);
    expect(await checkFile(file)).toEqual({ state: 'ok' });
    await db.close();
  });
});
