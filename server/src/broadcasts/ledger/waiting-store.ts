import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { suspendedTenants } from '../../tenants/index.ts';

/** How much broadcast mail waits for one reason. */
export interface WaitingBroadcasts {
  /** `broadcast`: it goes out as fast as it can; `paused`: until somebody resumes the broadcast; `suspended`: the tenant is suspended. */
  readonly reason: 'broadcast' | 'paused' | 'suspended';
  readonly count: number;
}

/**
 * Returns how much broadcast mail waits, by reason, according to the ledgers. This includes mail that was tried before and mail that a
 * worker has.
 */
export async function countWaitingOfBroadcasts(db: Kysely<Schema>): Promise<WaitingBroadcasts[]> {
  const { rows } = await sql<WaitingBroadcasts>`
    select r.reason, sum(r.queued) as count from (
      select case when b.tenant_id in (${suspendedTenants()}) then 'suspended' when b.status = 'paused' then 'paused' else 'broadcast' end as reason,
        l.queued
      from broadcasts b join broadcast_ledgers l on l.broadcast_id = b.id where b.status in ('sending', 'paused')
    ) r group by r.reason`.execute(db);
  return rows.map(({ reason, count }) => ({ reason, count }));
}
