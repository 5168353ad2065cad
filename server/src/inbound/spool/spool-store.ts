import { type Kysely, type SqlBool, sql } from 'kysely';
import { removedMeanwhile } from '../../blobs/put-blob.ts';
import { updateBlob } from '../../blobs/store.ts';
import { DAY_MS } from '../../core/durations.ts';
import { wholeInJson } from '../../core/text/erased.ts';
import { holdsText, isIn, lockRows, type Trx } from '../../db/dialect.ts';
import type { KeysetRequest } from '../../db/keyset.ts';
import type { InboundSpoolRow, Schema } from '../../db/schema.ts';
import type { Destinations, SpooledMail } from './spooled-mail.ts';

/** How long an unreadable mail is kept whose source is in no log. */
export const UNREADABLE_KEPT_MS = 30 * DAY_MS;

const toRow = (mail: SpooledMail, dueAt: number): InboundSpoolRow => ({
  id: mail.id,
  envelope_from: mail.envelopeFrom,
  client_ip: mail.client?.ip ?? null,
  helo: mail.client?.helo ?? null,
  destinations: JSON.stringify(mail.destinations),
  size: mail.size,
  blob_owner: mail.source.tenantId,
  blob_key: mail.source.key,
  received_at: mail.receivedAt,
  attempts: mail.attempts,
  due_at: dueAt,
  unreadable: null,
});

/** Safe because only destinations are written there; the release before knew no postmaster. */
function parseDestinations(json: string): Destinations {
  const { postmasters = [], ...written } = JSON.parse(json) as Omit<Destinations, 'postmasters'> & { postmasters?: string[] };
  return { ...written, postmasters };
}

const fromRow = (row: InboundSpoolRow): SpooledMail => ({
  id: row.id,
  envelopeFrom: row.envelope_from,
  client: row.client_ip === null ? null : { ip: row.client_ip, helo: row.helo ?? '' },
  destinations: parseDestinations(row.destinations),
  size: row.size,
  source: { tenantId: row.blob_owner, key: row.blob_key },
  receivedAt: row.received_at,
  attempts: row.attempts,
});

/**
 * Stores a mail and its source until it is read; a sweep finds it from `dueAt` on. Throws `Unavailable` if the source was deleted
 * meanwhile.
 */
export async function insertSpooled(trx: Trx, mail: SpooledMail, dueAt: number): Promise<void> {
  await trx.insertInto('inbound_spool').values(toRow(mail, dueAt)).execute();
  if (!(await updateBlob(trx, mail.source, { expiresAt: null }))) throw removedMeanwhile(mail.source.key);
}

export async function isSpooled(db: Kysely<Schema>, id: string): Promise<boolean> {
  return (await db.selectFrom('inbound_spool').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Takes mails that are due and unread, and hides them from sweeps until `hiddenUntil`. */
export async function takeDueSpooled(
  trx: Trx,
  { now, hiddenUntil, most }: { now: number; hiddenUntil: number; most: number },
): Promise<SpooledMail[]> {
  const due = await trx
    .selectFrom('inbound_spool')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .modifyEnd(lockRows(trx, 'skip', 'inbound_spool'))
    .execute();
  if (due.length === 0) return [];
  await trx
    .updateTable('inbound_spool')
    .set({ due_at: hiddenUntil })
    .where((eb) =>
      isIn(
        trx,
        eb.ref('id'),
        due.map(({ id }) => id),
      ),
    )
    .execute();
  return due.map(fromRow);
}

/** Counts one more attempt to read a mail, hides it until `hiddenUntil` and returns it; undefined where somebody else has read it. */
export async function beginReading(trx: Trx, { id, hiddenUntil }: { id: string; hiddenUntil: number }): Promise<SpooledMail | undefined> {
  const row = await trx
    .updateTable('inbound_spool')
    .set((eb) => ({ due_at: hiddenUntil, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Takes back the count of an attempt to read a mail whose failure was not the mail's fault. */
export async function uncountReading(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('inbound_spool')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('attempts', '>', 0)
    .execute();
}

/** Removes a mail that was read from the spool; returns false where somebody else has. */
export async function deleteSpooled(trx: Trx, id: string): Promise<boolean> {
  const deleted = await trx.deleteFrom('inbound_spool').where('id', '=', id).returning('id').executeTakeFirst();
  return deleted !== undefined;
}

/** Sets when the source of a mail expires; the upkeep removes it after that. */
export async function retireSource(trx: Trx, { source }: Pick<SpooledMail, 'source'>, expiresAt: number): Promise<void> {
  await updateBlob(trx, source, { expiresAt });
}

/** Marks a mail as unreadable, so that it is no longer read. Returns false if another process has read or marked it. */
export async function markUnreadable(trx: Trx, { id, unreadable }: { id: string; unreadable: string }): Promise<boolean> {
  const marked = await trx
    .updateTable('inbound_spool')
    .set({ due_at: null, unreadable })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Returns the oldest unreadable mails whose envelope names an address: those to one tenant, or to all if `tenantId` is null. */
export async function findUnreadable(
  db: Kysely<Schema>,
  { tenantId, email }: { tenantId: string | null; email: string },
  limit: number,
): Promise<SpooledMail[]> {
  const rows = await db
    .selectFrom('inbound_spool')
    .selectAll()
    .where('due_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb(sql`lower(${eb.ref('envelope_from')})`, '=', email),
        holdsText(db, sql`lower(${eb.ref('destinations')})`, wholeInJson(email)),
      ]),
    )
    .$if(tenantId !== null, (query) =>
      query.where((eb) => holdsText(db, eb.ref('destinations'), wholeInJson(tenantId ?? '', '"tenantId":'))),
    )
    .orderBy('received_at')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** Returns the unreadable mails after a given one, oldest first. */
export async function listUnreadable(
  db: Kysely<Schema>,
  { after, limit }: { after: Pick<SpooledMail, 'id' | 'receivedAt'>; limit: number },
): Promise<SpooledMail[]> {
  const rows = await db
    .selectFrom('inbound_spool')
    .selectAll()
    .where('due_at', 'is', null)
    .where(sql<SqlBool>`(received_at, id) > (${after.receivedAt}, ${after.id})`)
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** An unreadable mail, and why it could not be read. */
export type UnreadableMail = SpooledMail & { readonly unreadable: string; readonly createdAt: number };

const toUnreadable = (row: InboundSpoolRow): UnreadableMail => ({
  ...fromRow(row),
  unreadable: row.unreadable ?? '',
  createdAt: row.received_at,
});

const NEWEST = { createdAt: Number.MAX_SAFE_INTEGER, id: '' };

/** Returns a page of the unreadable mails, newest first. */
export async function listNewestUnreadable(db: Kysely<Schema>, { limit, cursor = NEWEST }: KeysetRequest): Promise<UnreadableMail[]> {
  const rows = await db
    .selectFrom('inbound_spool')
    .selectAll()
    .where('due_at', 'is', null)
    .where(sql<SqlBool>`(received_at, id) < (${cursor.createdAt}, ${cursor.id})`)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toUnreadable);
}

export async function findUnreadableById(db: Kysely<Schema>, id: string): Promise<UnreadableMail | undefined> {
  const row = await db.selectFrom('inbound_spool').selectAll().where('id', '=', id).where('due_at', 'is', null).executeTakeFirst();
  return row && toUnreadable(row);
}

/** Removes unreadable mails that were received before a time, at most `limit`; returns how many. */
export async function deleteUnreadable(trx: Trx, { before, limit }: { before: number; limit: number }): Promise<number> {
  const old = trx
    .selectFrom('inbound_spool')
    .select('id')
    .where('received_at', '<', before)
    .where('due_at', 'is', null)
    .orderBy('received_at')
    .limit(limit);
  const { numDeletedRows } = await trx.deleteFrom('inbound_spool').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
