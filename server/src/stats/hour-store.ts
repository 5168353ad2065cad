import { measures } from '@posthorn/contract';
import { sql } from 'kysely';
import { runUnanswered, type Trx, valuesTable } from '../db/dialect.ts';
import { type StatCount, toWide } from './count.ts';

const PLACE = {
  tenant_id: 'text',
  broadcast_id: 'text',
  hour: 'bigint',
  domain_id: 'text',
  stream: 'text',
  test_mode: 'bigint',
} as const;

const PLACE_NAMES = Object.keys(PLACE);
const COLUMNS = [...PLACE_NAMES, ...measures];
const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** Rows of all mail, and beside them those of each broadcast. */
const withBroadcasts = (counts: readonly StatCount[]): StatCount[] =>
  counts.flatMap((count) => (count.broadcastId === null ? [count] : [count, { ...count, broadcastId: null }]));

/** Adds what was counted to the hours, one statement for all. By whoever has locked the following of logs. */
export async function addToHours(trx: Trx, counts: readonly StatCount[]): Promise<void> {
  if (counts.length === 0) return;
  const rows = toWide(withBroadcasts(counts)).map(({ tenantId, hour, domainId, stream, testMode, broadcastId, figures }) => ({
    tenant_id: tenantId,
    broadcast_id: broadcastId ?? '',
    hour,
    domain_id: domainId,
    stream,
    test_mode: testMode ? 1 : 0,
    ...figures,
  }));
  const types = { ...PLACE, ...Object.fromEntries(measures.map((measure) => [measure, 'bigint' as const])) };
  const values = trx.selectFrom(valuesTable(trx, types, rows)).select(COLUMNS.map((name) => sql.ref(`v.${name}`).as(name)));
  const added = measures.map((name) => sql`${sql.ref(name)} = stat_hours.${sql.ref(name)} + excluded.${sql.ref(name)}`);
  // SQLite could otherwise take ON for the join's.
  const query = sql`insert into stat_hours (${refs(COLUMNS)}) select ${refs(COLUMNS)} from (${values}) as r where true
    order by ${refs(PLACE_NAMES)} on conflict (${refs(PLACE_NAMES)}) do update set ${sql.join(added)}`;
  await runUnanswered(trx, query.compile(trx));
}
