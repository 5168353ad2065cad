import type { EnrollmentStatus } from '@posthorn/contract';
import { sql } from 'kysely';
import { type Trx, valuesTable } from '../../db/dialect.ts';

export interface CountChange {
  readonly automationId: string;
  readonly status: EnrollmentStatus;
  readonly by: number;
}

/** Counts enrollments that entered or left a state, in one statement. Their automations must be locked. */
export async function addToCounts(trx: Trx, changes: readonly CountChange[]): Promise<void> {
  const byAutomation = Map.groupBy(changes, ({ automationId }) => automationId);
  if (byAutomation.size === 0) return;
  const sum = (of: readonly CountChange[], status: EnrollmentStatus) =>
    of.reduce((total, change) => (change.status === status ? total + change.by : total), 0);
  const rows = [...byAutomation].map(([id, of]) => ({
    id,
    active: sum(of, 'active'),
    completed: sum(of, 'completed'),
    cancelled: sum(of, 'cancelled'),
    failed: sum(of, 'failed'),
  }));
  const columns = { id: 'text', active: 'bigint', completed: 'bigint', cancelled: 'bigint', failed: 'bigint' } as const;
  await trx
    .updateTable('automations')
    .from(valuesTable(trx, columns, rows))
    .set({
      active_count: sql`automations.active_count + v.active`,
      completed_count: sql`automations.completed_count + v.completed`,
      cancelled_count: sql`automations.cancelled_count + v.cancelled`,
      failed_count: sql`automations.failed_count + v.failed`,
    })
    .whereRef('automations.id', '=', 'v.id')
    .execute();
}
