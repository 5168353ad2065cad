import { addMany, type Trx } from '../db/dialect.ts';
import { toFlag } from '../db/schema/flag.ts';
import type { StatHourRow } from '../db/schema/mail/stats.ts';
import { pivotCounts, type StatCount } from './count.ts';

/** Adds rows for all mail to the separate ones for each broadcast. */
const withBroadcasts = (counts: readonly StatCount[]): StatCount[] =>
  counts.flatMap((count) => (count.broadcastId === null ? [count] : [count, { ...count, broadcastId: null }]));

/** Adds counts to the hours with one statement for all. With concurrent writers, the caller must have locked the following of logs. */
export async function addToHours(trx: Trx, counts: readonly StatCount[]): Promise<void> {
  const rows = pivotCounts(withBroadcasts(counts)).map(
    ({ tenantId, hour, domainId, stream, testMode, broadcastId, figures }): StatHourRow => ({
      tenant_id: tenantId,
      broadcast_id: broadcastId ?? '',
      hour,
      domain_id: domainId,
      stream,
      test_mode: toFlag(testMode),
      ...figures,
    }),
  );
  await addMany(trx, 'stat_hours', { key: ['tenant_id', 'broadcast_id', 'hour', 'domain_id', 'stream', 'test_mode'], rows });
}
