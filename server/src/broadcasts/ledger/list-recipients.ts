import type { BroadcastRecipient, LedgerStatus } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { type KeysetRequest, toKeysetPage } from '../../db/keyset.ts';
import { findBroadcast } from '../store.ts';
import { type LedgerEntry, listMailed, listSkipped } from './recipient-store.ts';

const STATUSES: readonly string[] = ['queued', 'sent', 'failed', 'suppressed', 'skipped'];

/** An unknown status matches nothing. */
const isStatus = (status: string | undefined): status is LedgerStatus => STATUSES.includes(status ?? '');

const present = (entry: LedgerEntry): BroadcastRecipient => ({
  contact_id: entry.contactId,
  email: entry.email,
  status: entry.status,
  reason: entry.reason,
  message_id: entry.messageId,
  created_at: entry.createdAt,
  updated_at: entry.updatedAt,
});

/** Returns a page of the contacts that fan-out processed, with and without mail, in one order. */
export async function listRecipients(
  { db }: AppContext,
  ref: ObjectRef,
  query: () => KeysetRequest & { readonly status?: string | undefined },
) {
  if ((await findBroadcast(db.read, ref)) === undefined) return new ApiError('not_found');
  const { limit, cursor, status } = query();
  const page = { limit, after: cursor?.id ?? '', status: isStatus(status) ? status : undefined };
  const [mailed, skipped] = await Promise.all([listMailed(db.read, ref, page), listSkipped(db.read, ref, page)]);
  const entries = [...mailed, ...skipped].sort((a, b) => (a.contactId < b.contactId ? -1 : 1));
  const placed = entries.map((entry) => ({ id: entry.contactId, createdAt: entry.createdAt, entry }));
  return toKeysetPage(placed, limit, ({ entry }) => present(entry));
}
