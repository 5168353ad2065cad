import type { Kysely } from 'kysely';
import { fromValues, lockInOrder, type Trx, valuesTable } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import type { DomainState, SendingDomain } from './domain.ts';
import { columns, fromRow, toStateRow } from './store.ts';

/** Returns domains whose check is due, the longest overdue first. */
export async function findDueDomains(db: Kysely<Schema>, now: number, limit: number): Promise<SendingDomain[]> {
  const rows = await db
    .selectFrom('domains')
    .select(columns)
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

const checkColumns = {
  id: 'text',
  due_at: 'bigint',
  status: 'text',
  findings: 'text',
  failed_checks: 'bigint',
  next_check_at: 'bigint',
  verified_at: 'bigint',
} as const;

/** Writes the outcome of checks that verified nothing new, except for domains that were checked, changed or deleted meanwhile. */
export async function updateChecked(trx: Trx, checked: readonly { domain: SendingDomain; state: DomainState }[]): Promise<void> {
  const rows = checked.map(({ domain, state }) => ({ id: domain.id, due_at: domain.nextCheckAt, ...toStateRow(state) }));
  await lockInOrder(
    trx,
    'domains',
    rows.map(({ id }) => id),
  );
  await trx
    .updateTable('domains')
    .from(valuesTable(trx, checkColumns, rows))
    .set(fromValues('status', 'findings', 'failed_checks', 'next_check_at', 'verified_at'))
    .whereRef('domains.id', '=', 'v.id')
    .whereRef('domains.next_check_at', '=', 'v.due_at')
    .execute();
}
