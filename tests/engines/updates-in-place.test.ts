import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../server/src/db/db.ts';
import { partitionsOf } from '../../server/src/db/dialect.ts';
import { openDatabase } from '../../server/src/db/open.ts';
import type { Schema } from '../../server/src/db/schema.ts';
import { endAttempts } from '../../server/src/delivery/store.ts';
import { writeAttempts } from '../support/database/partitions.ts';
import { postgres, type TestDatabase } from '../support/engines.ts';

const ATTEMPTS = 20;
const END = { outcome: 'accepted', reply: '250 OK', providerMessageId: null } as const;

// On the other engine an index hears only of what it has.
describe('updates on postgres', () => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await postgres.create();
    db = await openDatabase(database.url);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  /** How many rows a connection has updated in tables of these names, and how many of them without a word to an index; it keeps count for a while. */
  async function countUpdates(trx: Kysely<Schema>, name: string): Promise<{ all: number; inPlace: number }> {
    const { rows } = await sql<{ all: number; inPlace: number }>`
      select coalesce(sum(n_tup_upd), 0)::int as "all", coalesce(sum(n_tup_hot_upd), 0)::int as "inPlace"
      from pg_stat_xact_user_tables where relname ~ ${name}`.execute(trx);
    return rows[0] ?? { all: 0, inPlace: 0 };
  }

  it('have room in each table that is to have some', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where reloptions::text ~ 'fillfactor=(40|50)' order by 1`.execute(db.read);
    const names = rows.map(({ name }) => name);
    expect(names).toContain('webhook_deliveries');
    const leaves = await sql<{ name: string }>`
      select relid::regclass::text as name from pg_partition_tree('delivery_attempts') where isleaf order by 1`.execute(db.read);
    expect(names).toEqual(expect.arrayContaining(leaves.rows.map(({ name }) => name)));
    expect(leaves.rows.length).toBeGreaterThan(1);
  });

  it.each(['now', 'in a year'])('leave out all indexes where attempts end that were begun %s', async (when) => {
    const at = Date.now() + (when === 'now' ? 0 : 365 * 86_400_000);
    await partitionsOf(db.maintenance).keep(db.maintenance, { now: at, keptDays: 0 });
    await writeAttempts(
      db,
      Array.from({ length: ATTEMPTS }, (_, place) => at + place),
    );
    const begun = await db.read.selectFrom('delivery_attempts').select('id').where('outcome', 'is', null).execute();
    expect(begun).toHaveLength(ATTEMPTS);
    await db.transact(async (trx) => {
      const before = await countUpdates(trx, '^delivery_attempts');
      await endAttempts(
        trx,
        begun.map(({ id }) => ({ ...END, attemptId: id, at })),
      );
      const { all, inPlace } = await countUpdates(trx, '^delivery_attempts');
      expect([all - before.all, inPlace - before.inPlace]).toEqual([ATTEMPTS, ATTEMPTS]);
    });
  });
});
