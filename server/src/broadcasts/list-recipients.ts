import type { BroadcastRecipient, LedgerStatus } from '@posthorn/contract';
import type { Kysely } from 'kysely';
import { type KeysetRequest, toKeysetPage } from '../db/keyset.ts';
import type { Schema } from '../db/schema.ts';
import type { BroadcastKey } from './broadcast.ts';
import { listMailed, listSkipped, type RecipientRow } from './recipient-store.ts';

const STATUSES: readonly string[] = ['queued', 'sent', 'failed', 'suppressed', 'skipped'];

/** A status that there is none of counts as none. */
const isStatus = (status: string | undefined): status is LedgerStatus => STATUSES.includes(status ?? '');

const present = (row: RecipientRow): BroadcastRecipient => ({
  contact_id: row.contactId,
  email: row.email,
  status: row.status,
  reason: row.reason,
  message_id: row.messageId,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
});

/** A page of all contacts that were looked at, with mail and without, in one order. */
export async function listRecipients(
  db: Kysely<Schema>,
  key: BroadcastKey,
  { limit, cursor, status }: KeysetRequest & { status?: string | undefined },
) {
  const page = { limit, after: cursor?.id ?? '', status: isStatus(status) ? status : undefined };
  const [mailed, skipped] = await Promise.all([listMailed(db, key, page), listSkipped(db, key, page)]);
  const rows = [...mailed, ...skipped].sort((a, b) => (a.contactId < b.contactId ? -1 : 1));
  const placed = rows.map((row) => ({ id: row.contactId, created_at: row.createdAt, row }));
  return toKeysetPage(placed, limit, ({ row }) => present(row));
}
