import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { type Dice, seededDice } from '../../../tests/support/random/dice.ts';
import { startTenancy, type Tenancy } from '../../../tests/support/tenancy/tenancy.ts';
import { yieldTurns } from '../core/concurrency/event-loop.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { Trx } from '../db/dialect.ts';
import { announce } from '../events/index.ts';
import { lockMeters } from '../meters/store.ts';
import { createHorizon } from './horizon.ts';
import { type FeedParts, listEvents } from './list-events.ts';
import { createWaiters } from './waiters.ts';

const WRITERS = 8;
const EVENTS = Number(process.env.FEED_EVENTS ?? 320);
const SEED = Number(process.env.FEED_SEED ?? 1);

const nothing = async () => undefined;

describe.each(engines)('the order of the feed on $name', (engine) => {
  let tenancy: Tenancy;
  let tenantId: string;

  beforeEach(async () => {
    tenancy = await startTenancy(engine);
    tenantId = await tenancy.tenant();
  });
  afterEach(() => tenancy.close());

  /** Safe because only `record` writes here. */
  const recordedIn = (data: Readonly<Record<string, unknown>>) => data.import as Readonly<Record<string, unknown>>;

  /** Parts of a process of their own. */
  function createReader(): FeedParts {
    const { app } = tenancy;
    const horizon = createHorizon(app.db.read);
    return { app, horizon, waiters: createWaiters(app, horizon), yieldIfBusy: async () => undefined };
  }

  async function read(parts: FeedParts, after: string | null, limit: number) {
    const query = { limit, waitMs: 0, ...(after === null ? {} : { after }) };
    const page = await listEvents(parts, { tenantId, withoutPermit: undefined, signal: undefined }, query);
    if (page instanceof ApiError) throw page;
    return { data: page.events.map(({ eventId, event }) => ({ id: eventId, data: recordedIn(event.data) })), cursor: page.cursor };
  }

  function record(trx: Trx, data: Readonly<Record<string, unknown>>): Promise<void> {
    const { app } = tenancy;
    const at = app.clock.now();
    return announce(app, trx, [
      { id: app.newId('evt', at), tenantId, type: 'contact.import.completed', contactId: null, data: { import: data }, at },
    ]);
  }

  it('shows nothing that was recorded after what is still under way', async () => {
    const { db } = tenancy.app;
    const [recorded, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = db.transact(async (trx) => {
      await record(trx, { n: 1 });
      // Sent by now, and answered.
      await sql`select 1`.execute(trx);
      recorded.resolve();
      await released.promise;
    });
    await recorded.promise;
    const second = db.transact((trx) => record(trx, { n: 2 }));
    if (engine.name === 'postgres') await second;
    const reader = createReader();
    expect((await read(reader, null, 10)).data).toEqual([]);
    released.resolve();
    await Promise.all([first, second]);
    expect((await read(reader, null, 10)).data.map(({ data }) => data.n)).toEqual([1, 2]);
  });

  it('goes on where what was under way is given up', async () => {
    const { db } = tenancy.app;
    const lost = db.transact(async (trx) => {
      await record(trx, { n: 1 });
      await sql`select 1`.execute(trx);
      throw new Error('given up');
    });
    await expect(lost).rejects.toThrow('given up');
    await db.transact((trx) => record(trx, { n: 2 }));
    expect((await read(createReader(), null, 10)).data.map(({ data }) => data.n)).toEqual([2]);
  });

  interface Writer {
    readonly dice: Dice;
    readonly name: string;
    /** Numbers given under a lock that some of the transactions take. */
    readonly chain: { length: number };
  }

  async function begin(trx: Trx, { dice, name, chain }: Writer): Promise<{ chain?: number }> {
    // Half of them have a number as transactions before they wait for each other.
    if (dice(2) === 0) await lockMeters(trx, { tenantIds: [name], mode: 'wait' });
    if (dice(2) === 0) return {};
    await lockMeters(trx, { tenantIds: [tenantId], mode: 'wait' });
    return { chain: chain.length };
  }

  async function writeOne(writer: Writer, n: number): Promise<void> {
    const { dice, name, chain } = writer;
    await tenancy.app.db.transact(async (trx) => {
      const begun = await begin(trx, writer);
      await record(trx, { name, n, ...begun });
      for (let more = dice(12); more > 0; more -= 1) await sql`select 1`.execute(trx);
      if (dice(10) === 0) throw new Error('given up');
      // Before the commit, which lets others have the lock.
      chain.length += begun.chain === undefined ? 0 : 1;
    });
  }

  /** Reads until all is written, going back now and then to where it was once, as whoever dies has kept an older place. */
  async function readAlong(dice: Dice, isOver: () => boolean) {
    const processes = [createReader(), createReader()] as const;
    const pages: { after: string | null; ids: readonly string[] }[] = [];
    const cursors: (string | null)[] = [null];
    for (let over = false; !over; ) {
      over = isOver();
      // Others of this process have their turns in between, on SQLite too.
      await yieldTurns(1);
      const after = (dice(4) === 0 ? cursors[dice(cursors.length)] : cursors.at(-1)) ?? null;
      const { data, cursor } = await read(processes[dice(2)] ?? processes[0], after, 1 + dice(20));
      pages.push({ after, ids: data.map(({ id }) => id) });
      cursors.push(cursor);
    }
    return pages;
  }

  async function readAll() {
    const reader = createReader();
    const all: Awaited<ReturnType<typeof read>>['data'] = [];
    for (let after: string | null = null, more = true; more; ) {
      const page = await read(reader, after, 100);
      all.push(...page.data);
      after = page.cursor;
      more = page.data.length > 0;
    }
    return all;
  }

  const ascending = (numbers: readonly number[]) => numbers.toSorted((left, right) => left - right);

  it(`is one for all readers under ${WRITERS} writers, and lacks nothing`, { timeout: 3_600_000 }, async () => {
    const dice = seededDice(SEED);
    const chain = { length: 0 };
    const names = await Promise.all(Array.from({ length: WRITERS }, () => tenancy.tenant()));
    let writing = WRITERS;
    const write = async (name: string) => {
      for (let n = 0; n < EVENTS / WRITERS; n += 1) await writeOne({ dice, name, chain }, n).catch(nothing);
      writing -= 1;
    };
    const [pages] = await Promise.all([readAlong(dice, () => writing === 0), ...names.map(write)]);

    const all = await readAll();
    const { rows } = await sql<{ id: string }>`select id from events where tenant_id = ${tenantId}`.execute(tenancy.app.db.read);
    expect(all.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    // Each page is what follows its cursor, and leaves nothing out.
    const order = new Map(all.map(({ id }, place) => [id, place]));
    const found = pages.map(({ after, ids }) => ({ from: after === null ? 0 : (order.get(after) ?? Number.NaN) + 1, ids }));
    expect(found.map(({ ids }) => ids)).toEqual(found.map(({ from, ids }) => all.slice(from, from + ids.length).map(({ id }) => id)));
    expect(pages.filter(({ ids }) => ids.length > 0).length).toBeGreaterThan(WRITERS);
    // What was recorded one after another is events so, whichever transaction began first.
    const chained = all.flatMap(({ data }) => (typeof data.chain === 'number' ? [data.chain] : []));
    expect(chained.length).toBeGreaterThan(WRITERS);
    expect(chained).toEqual(ascending(chained));
    for (const name of names) {
      const own = all.filter(({ data }) => data.name === name).map(({ data }) => Number(data.n));
      expect(own).toEqual(ascending(own));
    }
  });
});
