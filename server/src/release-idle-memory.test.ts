import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sqlite } from '../../tests/support/engines.ts';
import { BY_HAND, useServer } from '../../tests/support/posthorn.ts';
import { releaseIdleMemory } from './release-idle-memory.ts';

const MB = 1024 * 1024;
const LOOK_MS = 10_000;

describe('memory of a process', () => {
  let [busy, held, released] = [0, 100 * MB, 0];
  let end: () => void;
  const look = () => vi.advanceTimersByTimeAsync(LOOK_MS);
  const releaseCaches = async () => {
    released += 1;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    [busy, held, released] = [0, 100 * MB, 0];
    const collect = () => {
      held = 110 * MB;
    };
    // Safe because nothing else of it is asked for.
    const context = { db: { releaseCaches }, log: pino({ level: 'silent' }) } as unknown as Parameters<typeof releaseIdleMemory>[0];
    end = releaseIdleMemory(context, { busy: () => busy, held: () => held, collect });
  });
  afterEach(() => {
    end();
    vi.useRealTimers();
  });

  it('is released once, after it has grown and nothing is done', async () => {
    await look();
    expect(released).toBe(0);
    [busy, held] = [0.5, 300 * MB];
    await look();
    expect(released).toBe(0);
    busy = 0.01;
    await look();
    expect([released, held]).toEqual([1, 110 * MB]);
    held = 130 * MB;
    await look();
    expect(released).toBe(1);
    held = 143 * MB;
    await look();
    expect(released).toBe(2);
  });

  it('is released again after it was in use, and fell by itself', async () => {
    for (const [now, times] of [
      [300, 1],
      [100, 1],
      [131, 1],
      [133, 2],
    ] as const) {
      held = now * MB;
      await look();
      expect(released).toBe(times);
    }
  });

  it('is left alone once the process ends', async () => {
    held = 300 * MB;
    end();
    await look();
    expect(released).toBe(0);
  });
});

describe('the caches of SQLite', () => {
  const server = useServer(sqlite, BY_HAND);

  it('are released while it is read and written', async () => {
    const { db } = server.app;
    const { id } = await server.mint();
    const namesOf = () => db.read.selectFrom('tenants').select('name').where('id', '=', id).execute();
    const written = db.transact((trx) => trx.updateTable('tenants').set({ name: 'x' }).where('id', '=', id).execute());
    await Promise.all([written, db.releaseCaches(), namesOf()]);
    expect(await namesOf()).toEqual([{ name: 'x' }]);
  });
});
