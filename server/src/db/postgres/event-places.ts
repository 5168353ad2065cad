import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { EventPlaces } from '../engine.ts';
import type { Schema } from '../schema.ts';

/**
 * Returns statements that give the rows of a table their positions. These come from a sequence, in the order in which transactions ask,
 * which is not the order of commits. Each transaction has its id before it has a position, which `feed/horizon.ts` relies on.
 */
export function addPlaces(table: string): RawBuilder<unknown>[] {
  const [events, sequence] = [sql.table(table), sql.ref(`${table}_place`)];
  const next = sql`case when pg_current_xact_id() is not null then nextval(${sql.lit(`${table}_place`)}) end`;
  return [
    sql`alter table ${events} add column place bigint`,
    sql`create sequence ${sequence} owned by ${events}.place`,
    sql`alter table ${events} alter column place set default ${next}`,
  ];
}

const asNumber = (text: string | undefined) => Number(text ?? Number.NaN);

/** Safe because each of these returns one row. */
async function readOne<R>(db: Kysely<Schema>, statement: RawBuilder<R>): Promise<R> {
  const { rows } = await statement.execute(db);
  return rows[0] as R;
}

/**
 * The oldest running transaction that may write here. A snapshot covers all databases of a server; the locks tell which transactions belong
 * to another one, and are read only if any transaction is running. A lock has only 32 bits of a transaction id.
 */
const OLDEST = sql<string>`(
  case when pg_snapshot_xmin(s.now) = pg_snapshot_xmax(s.now) then pg_snapshot_xmax(s.now)::text else (
    with elsewhere as materialized (
      select l.transactionid::text::bigint as number from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
        and a.datid <> (select oid from pg_database where datname = current_database())
    )
    select coalesce(min(x.number), pg_snapshot_xmax(s.now)::text::bigint)::text
    from (select i::text::bigint as number from pg_snapshot_xip(s.now) i) x
    where x.number % 4294967296 not in (select number from elsewhere)
  ) end
)`;

export const eventPlaces: EventPlaces = {
  async lastPlace(db) {
    const { last } = await readOne(db, sql<{ last: number }>`select last_value as last from events_place`);
    return last;
  },
  // Asks for a transaction id of its own, since the newest id in a snapshot is that of a transaction that has ended.
  async markTransactions(db) {
    const { own, oldest } = await readOne(
      db,
      sql<Record<'own' | 'oldest', string>>`
        select pg_current_xact_id()::text as own, ${OLDEST} as oldest from (select pg_current_snapshot() as now) s`,
    );
    return { next: asNumber(own), oldest: asNumber(oldest) };
  },
  async oldestTransaction(db) {
    const { oldest } = await readOne(db, sql<{ oldest: string }>`select ${OLDEST} as oldest from (select pg_current_snapshot() as now) s`);
    return asNumber(oldest);
  },
};
