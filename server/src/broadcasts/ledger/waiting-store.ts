import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { suspendedTenants } from '../../tenants/index.ts';

/** Mail of broadcasts that has not left. */
export interface WaitingBroadcasts {
  /** `broadcast`: it is its turn as fast as it goes; `paused`: until somebody resumes it. */
  readonly reason: 'broadcast' | 'paused' | 'suspended';
  readonly count: number;
}

/** Counts mail of broadcasts that waits, by their ledgers: what was tried before and is in a worker's hands included. */
export async function countWaitingOfBroadcasts(db: Kysely<Schema>): Promise<WaitingBroadcasts[]> {
  const { rows } = await sql<WaitingBroadcasts>`
    select r.reason, sum(r.queued) as count from (
      select case when b.tenant_id in (${suspendedTenants()}) then 'suspended' when b.status = 'paused' then 'paused' else 'broadcast' end as reason,
        l.queued
      from broadcasts b join broadcast_ledgers l on l.broadcast_id = b.id where b.status in ('sending', 'paused')
    ) r group by r.reason`.execute(db);
  return rows.map(({ reason, count }) => ({ reason, count }));
}
