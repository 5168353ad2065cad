import type { LedgerStatus } from '@posthorn/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import type { Schema } from '../../db/schema.ts';
import { parseRecipients } from '../../messages/index.ts';
import { ledgerStatusOf } from './ledger.ts';

/** The outcome for one contact of a broadcast; times are in epoch milliseconds. */
export interface LedgerEntry {
  readonly contactId: string;
  readonly email: string;
  readonly status: LedgerStatus;
  readonly reason: string | null;
  readonly messageId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A requested page of contacts. */
export interface RecipientPage {
  readonly limit: number;
  /** Id of the last contact of the previous page. */
  readonly after: string;
  readonly status?: LedgerStatus | undefined;
}

/** The stages that a status covers; all but `sent` are in the index of unsent mail. */
const STAGES: { readonly [S in LedgerStatus]: ReturnType<typeof sql<SqlBool>> } = {
  queued: sql`(m.status != 'sent' and m.status in ('queued', 'sending', 'scheduled') and m.sent_at is null)`,
  sent: sql`(m.sent_at is not null)`,
  failed: sql`(m.status != 'sent' and m.status = 'failed' and m.sent_at is null)`,
  suppressed: sql`(m.status != 'sent' and m.status = 'suppressed' and m.sent_at is null)`,
  skipped: sql`(m.status != 'sent' and m.status = 'cancelled' and m.sent_at is null)`,
};

/** Returns why there was no mail. A reply from an attempt before the mail was cancelled is not the reason. */
function reasonOf(stage: LedgerStatus, detail: string | null): string | null {
  if (stage === 'suppressed') return 'suppressed';
  if (stage === 'skipped') return detail === 'deleted' ? 'deleted' : 'cancelled';
  return detail;
}

/** Returns contacts with a message, ordered by id, one more than the page. */
export async function listMailed(
  db: Kysely<Schema>,
  { tenantId, id }: ObjectRef,
  { limit, after, status }: RecipientPage,
): Promise<LedgerEntry[]> {
  const query = db
    .selectFrom('messages as m')
    .select(['m.id', 'm.contact_id', 'm.recipients', 'm.status', 'm.sent_at', 'm.created_at', 'm.updated_at'])
    .where('m.broadcast_id', '=', id)
    .where('m.tenant_id', '=', tenantId)
    .where('m.contact_id', '>', after);
  const rows = await (status === undefined ? query : query.where(STAGES[status]))
    .orderBy('m.contact_id')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => {
    const [recipient] = parseRecipients(row.recipients);
    const stage = ledgerStatusOf({ status: row.status, sentAt: row.sent_at });
    return {
      contactId: row.contact_id ?? '',
      email: recipient?.email ?? '',
      status: stage,
      reason: reasonOf(stage, recipient?.detail ?? null),
      messageId: row.id,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  });
}

/** Returns contacts without a message, ordered by id, one more than the page. A deleted contact no longer has an address. */
export async function listSkipped(
  db: Kysely<Schema>,
  { tenantId, id }: ObjectRef,
  { limit, after, status }: RecipientPage,
): Promise<LedgerEntry[]> {
  const query = db
    .selectFrom('broadcast_skips as s')
    .leftJoin('contacts as c', 'c.id', 's.contact_id')
    .select(['s.contact_id', 's.status', 's.reason', 's.created_at', 'c.email'])
    .where('s.broadcast_id', '=', id)
    .where('s.tenant_id', '=', tenantId)
    .where('s.contact_id', '>', after);
  const rows = await (status === undefined ? query : query.where('s.status', '=', status))
    .orderBy('s.contact_id')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({
    contactId: row.contact_id,
    email: row.email ?? '',
    // Safe because only these two are written.
    status: row.status as 'suppressed' | 'skipped',
    reason: row.reason,
    messageId: null,
    createdAt: row.created_at,
    updatedAt: row.created_at,
  }));
}
