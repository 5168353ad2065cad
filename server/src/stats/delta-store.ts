import type { Measure } from '@posthorn/contract';
import { sql } from 'kysely';
import { insertMany, type Trx } from '../db/dialect.ts';
import { toFlag } from '../db/schema/flag.ts';
import type { StatDeltaRow } from '../db/schema.ts';
import type { StatCount } from './count.ts';

export async function insertDeltas(trx: Trx, deltas: readonly (StatCount & { readonly id: string })[]): Promise<void> {
  const rows = deltas.map(
    ({ id, tenantId, hour, domainId, stream, testMode, broadcastId, measure, count }): StatDeltaRow => ({
      tenant_id: tenantId,
      id,
      hour,
      domain_id: domainId,
      stream,
      test_mode: toFlag(testMode),
      broadcast_id: broadcastId ?? '',
      measure,
      count,
    }),
  );
  await insertMany(trx, 'stat_deltas', rows);
}

/** Removes and returns at most `limit` deltas, ordered by tenant. */
export async function takeDeltas(trx: Trx, limit: number): Promise<StatCount[]> {
  const { rows } = await sql<StatDeltaRow>`
    delete from stat_deltas where (tenant_id, id) in (
      select tenant_id, id from stat_deltas order by tenant_id, id limit ${limit}
    ) returning *`.execute(trx);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    hour: row.hour,
    domainId: row.domain_id,
    stream: row.stream,
    testMode: row.test_mode === 1,
    broadcastId: row.broadcast_id === '' ? null : row.broadcast_id,
    // Safe because nothing else is written.
    measure: row.measure as Measure,
    count: row.count,
  }));
}
