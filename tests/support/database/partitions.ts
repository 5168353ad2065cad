import type { Db } from '@posthorn/server';
import { sql } from 'kysely';
import { createIdFactory } from '../../../server/src/core/ids.ts';
import { insertEvents, insertMany } from '../../../server/src/db/dialect.ts';
import type { DeliveryAttemptRow, EventRow } from '../../../server/src/db/schema.ts';
import { createSeededRandom } from '../random/seeded-random.ts';

export const newId = createIdFactory(createSeededRandom('partitions'));

export type LoggedTable = 'events' | 'delivery_attempts';

/** An event of a new message. */
export const eventAt = (at: number, change: Partial<EventRow> = {}): EventRow => ({
  ...{ id: newId('evt', at), tenant_id: 't', message_id: newId('msg', at), type: 'sent', recipients: '[]', data: '{}' },
  ...{ provider_message_id: null, test_mode: 0, created_at: at, test_position: null, contact_id: null, counted: 1, place: null },
  ...change,
});

export const writeEvents = (db: Pick<Db, 'transact'>, rows: readonly EventRow[]) => db.transact((trx) => insertEvents(trx, rows));

/** Writes an attempt at each of these times, without the column of doubts, which older tables lack. */
export const writeAttempts = (db: Pick<Db, 'transact'>, times: readonly number[]) =>
  db.transact((trx) =>
    insertMany(
      trx,
      'delivery_attempts',
      // Safe because that column may be null.
      times.map((at) => ({
        ...{ id: newId('att', at), tenant_id: 't', message_id: newId('msg', at), attempt: 1, started_at: at, ended_at: null },
        ...{ outcome: null, reply: null, recipient: null, provider_message_id: null },
      })) as DeliveryAttemptRow[],
    ),
  );

/** Returns the row counts of the partitions that are not empty. */
export async function countByPartition({ read }: Pick<Db, 'read'>, table: LoggedTable): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select tableoid::regclass::text as name, count(*) as count from ${sql.table(table)} group by 1 order by 1`.execute(read);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Whether a table is a partition of another one. */
export const isPartition = (name: string) => /^(?:events|delivery_attempts)_(?:\d{4}|default)/.test(name);

/** Returns the names of the partitions of a table; none if it has none. */
export async function listPartitionNames({ read }: Pick<Db, 'read'>, table: LoggedTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${sql.lit(table)}::regclass order by 1`.execute(read);
  return rows.map(({ name }) => name);
}

/** Returns the ids of a table, with duplicates. */
export async function listIds({ read }: Pick<Db, 'read'>, table: LoggedTable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} order by id`.execute(read);
  return rows.map(({ id }) => id);
}
