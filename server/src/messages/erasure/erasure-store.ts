import { type Kysely, sql } from 'kysely';
import { wholeInJson } from '../../core/text/erased.ts';
import { holdsText, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import type { Recipient } from '../message.ts';

/** A position in a walk over messages: by id over those of all tenants, by log position over those of one. */
export interface LogPosition {
  readonly id: string;
  readonly position: number;
}

/** The place before all messages. */
export const START: LogPosition = { id: '', position: -1 };

/**
 * Returns the next messages of a tenant, oldest first, or of all tenants, and whether each is addressed to an address. Messages that are not
 * count towards `limit`, so that each statement stays short.
 */
export async function findAddressed(
  db: Kysely<Schema>,
  { tenantId, email }: { tenantId: string | null; email: string },
  { after, limit }: { after: LogPosition; limit: number },
): Promise<(LogPosition & { tenantId: string; addressed: boolean })[]> {
  const addressed = sql<number>`case when ${holdsText(db, sql`recipients`, wholeInJson(email, '"email":'))} then 1 else 0 end`;
  const query = db
    .selectFrom('messages')
    .select(['id', 'tenant_id', 'position', addressed.as('addressed')])
    .limit(limit);
  const page =
    tenantId === null
      ? query.where('id', '>', after.id).orderBy('id')
      : query.where('tenant_id', '=', tenantId).where('position', '>', after.position).orderBy('position');
  const rows = await page.execute();
  return rows.map((row) => ({ id: row.id, tenantId: row.tenant_id, position: row.position, addressed: row.addressed === 1 }));
}

/** Writes the recipients of locked messages. */
export async function updateRecipients(trx: Trx, changes: readonly { id: string; recipients: readonly Recipient[] }[]): Promise<void> {
  const rows = changes.map(({ id, recipients }) => ({ id, recipients: JSON.stringify(recipients) }));
  await trx
    .updateTable('messages')
    .from(valuesTable(trx, { id: 'text', recipients: 'text' }, rows))
    .set({ recipients: sql`v.recipients` })
    .whereRef('messages.id', '=', 'v.id')
    .execute();
}
