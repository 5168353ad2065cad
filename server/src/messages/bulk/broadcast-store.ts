import type { MessageStatus } from '@posthorn/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { isIn, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import type { Message } from '../message.ts';
import { retryRecipients } from '../recipients.ts';
import { parseRecipients, toMessage } from '../store.ts';
import { movableBy, statusBy, unsentStatuses } from '../transitions.ts';
import { momentInRow } from '../write-store.ts';

/** The condition of the partial index on mail of broadcasts. */
const unsent = sql<SqlBool>`messages.status != 'sent'`;

/** A queued message of a broadcast. */
interface WaitingMessage {
  readonly id: string;
  readonly contactId: string;
  /** Whether an attempt at it was made. */
  readonly isTried: boolean;
}

/** Returns the next queued messages of a broadcast after a contact, in the order of their contacts. */
export async function listWaiting(
  db: Kysely<Schema>,
  { broadcastId, after, limit }: { broadcastId: string; after: string; limit: number },
): Promise<WaitingMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'contact_id', 'first_attempt_at'])
    .where('broadcast_id', '=', broadcastId)
    .where(unsent)
    .where('status', '=', sql.lit('queued'))
    .where('contact_id', '>', after)
    .orderBy('contact_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, contactId: row.contact_id ?? '', isTried: row.first_attempt_at !== null }));
}

/** Returns whether a broadcast has messages that are queued, scheduled or sending. */
export async function hasOpen(db: Kysely<Schema>, broadcastId: string): Promise<boolean> {
  const open = await db
    .selectFrom('messages')
    .select('id')
    .where('broadcast_id', '=', broadcastId)
    .where(unsent)
    .where('status', 'in', unsentStatuses)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/**
 * Returns the condition that each message of a broadcast, given by a column with its id, was tried, and none is sending or scheduled. It is
 * two conditions, since some versions of PostgreSQL would scan the table for a single one.
 */
export const isTried = (broadcastColumn: string) => {
  const ofBroadcast = sql`select 1 from messages where messages.broadcast_id = ${sql.ref(broadcastColumn)} and ${unsent}`;
  return sql<SqlBool>`(not exists (${ofBroadcast} and messages.status in ('sending', 'scheduled'))
    and not exists (${ofBroadcast} and messages.status = 'queued' and messages.first_attempt_at is null))`;
};

/** A message, and when it is due, epoch milliseconds. */
export interface Placement {
  readonly id: string;
  readonly dueAt: number;
}

/** Sets when locked queued messages are due. */
export async function reissueMessages(trx: Trx, placed: readonly Placement[]): Promise<void> {
  if (placed.length === 0) return;
  const rows = placed.map(({ id, dueAt }) => ({ id, due_at: dueAt }));
  await trx
    .updateTable('messages')
    .from(valuesTable(trx, { id: 'text', due_at: 'bigint' }, rows))
    .set({ due_at: sql`v.due_at` })
    .whereRef('messages.id', '=', 'v.id')
    .where('messages.status', '=', 'queued')
    .where('messages.claim_job', 'is', null)
    .execute();
}

/**
 * Locks and returns mail of broadcasts that was due before a time, oldest first, without messages that others have locked, rescheduled ones
 * and, unless `retries`, those that were tried.
 */
export async function lockOverdue(
  trx: Trx,
  { before, retries, most }: { before: number; retries: boolean; most: number },
): Promise<{ id: string; tenantId: string }[]> {
  const rows = await trx
    .selectFrom('messages')
    .select(['id', 'tenant_id'])
    .where('due_at', '<', before)
    .where('broadcast_id', 'is not', null)
    .where('status', '!=', 'scheduled')
    .$if(!retries, (query) => query.where('first_attempt_at', 'is', null))
    .orderBy('due_at')
    .limit(most)
    .modifyEnd(lockRows(trx, 'skip', 'messages'))
    .execute();
  return rows.map((row) => ({ id: row.id, tenantId: row.tenant_id }));
}

/** States in which mail of a broadcast waits; it is scheduled if its tenant has rescheduled it. */
export const WAITING: readonly MessageStatus[] = movableBy('cancel');

/** Locks and returns at most `limit` messages of a broadcast in a state. */
export async function lockQueued(
  trx: Trx,
  { broadcastId, status, limit }: { broadcastId: string; status: MessageStatus; limit: number },
): Promise<Message[]> {
  // In the order of the index: ordered by id, all of them would be sorted for every page.
  const page = trx
    .selectFrom('messages')
    .select('id')
    .where('broadcast_id', '=', broadcastId)
    .where(unsent)
    .where('status', '=', sql.lit(status))
    .orderBy('contact_id')
    .limit(limit);
  const rows = await trx
    .selectFrom('messages')
    .selectAll()
    .where('id', 'in', page)
    .where('status', '=', status)
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'messages'))
    .execute();
  return rows.map(toMessage);
}

/** Locks and returns messages of broadcasts that wait for some contacts. */
export async function queuedOfContacts(
  trx: Trx,
  { broadcastIds, contactIds }: { broadcastIds: readonly string[]; contactIds: readonly string[] },
): Promise<Message[]> {
  const rows = await trx
    .selectFrom('messages')
    .selectAll()
    .where((eb) => isIn(trx, eb.ref('broadcast_id').$notNull(), broadcastIds))
    .where((eb) => isIn(trx, eb.ref('contact_id').$notNull(), contactIds))
    .where('status', 'in', WAITING)
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'messages'))
    .execute();
  return rows.map(toMessage);
}

/** Cancels locked messages, and writes their recipients, whose detail says why. */
export async function cancelLocked(
  trx: Trx,
  { messages, now }: { messages: readonly Pick<Message, 'id' | 'recipients'>[]; now: number },
): Promise<void> {
  const rows = messages.map(({ id, recipients }) => ({ id, recipients: JSON.stringify(recipients) }));
  await trx
    .updateTable('messages')
    .from(valuesTable(trx, { id: 'text', recipients: 'text' }, rows))
    .set({ status: statusBy('cancel'), due_at: null, updated_at: momentInRow(now), recipients: sql`v.recipients` })
    .whereRef('messages.id', '=', 'v.id')
    .execute();
}

/**
 * Queues failed messages of a broadcast again, except those that bounced or whose contact was deleted. Examines `limit` of them after a
 * contact. Returns the ids of the queued ones, and the last contact; undefined after the last page.
 */
export async function retryFailed(
  trx: Trx,
  { broadcastId, after, limit, now }: { broadcastId: string; after: string; limit: number; now: number },
): Promise<{ retried: string[]; last: string | undefined }> {
  const page = trx
    .selectFrom('messages')
    .select('id')
    .where('broadcast_id', '=', broadcastId)
    .where(unsent)
    .where('status', '=', sql.lit('failed'))
    .where('contact_id', '>', after)
    .where('sent_at', 'is', null)
    .orderBy('contact_id')
    .limit(limit);
  const locked = await trx
    .selectFrom('messages')
    .select(['id', 'contact_id', 'recipients'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('contacts').select('contacts.id').whereRef('contacts.id', '=', 'messages.contact_id')).as('has_contact'),
    )
    .where('id', 'in', page)
    .where('status', '=', sql.lit('failed'))
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'messages'))
    .execute();
  const failed = locked.toSorted((a, b) => ((a.contact_id ?? '') < (b.contact_id ?? '') ? -1 : 1));
  const rows = failed
    .filter(({ recipients, has_contact: hasContact }) => Boolean(hasContact) && !recipients.includes('"status":"bounced"'))
    .map(({ id, recipients }) => ({ id, recipients: JSON.stringify(retryRecipients(parseRecipients(recipients))) }));
  if (rows.length > 0)
    await trx
      .updateTable('messages')
      .from(valuesTable(trx, { id: 'text', recipients: 'text' }, rows))
      .set({ status: statusBy('retry'), due_at: now, first_attempt_at: null, updated_at: momentInRow(now), recipients: sql`v.recipients` })
      .whereRef('messages.id', '=', 'v.id')
      .execute();
  return { retried: rows.map(({ id }) => id), last: failed.length < limit ? undefined : (failed.at(-1)?.contact_id ?? undefined) };
}
