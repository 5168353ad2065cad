import type { Kysely } from 'kysely';
import type { Trx } from '../../db/dialect.ts';
import { beyondNewest, type KeysetRequest, newestFirst } from '../../db/keyset.ts';
import type { PostmasterMailRow, Schema } from '../../db/schema.ts';
import type { PostmasterMail } from './postmaster-mail.ts';

/** How many mails are kept: the newest ones. */
const KEPT = 1000;

const toRow = (mail: PostmasterMail): PostmasterMailRow => ({
  id: mail.id,
  envelope_from: mail.envelopeFrom,
  rcpt_addr: mail.recipient,
  client_ip: mail.clientIp,
  from_addr: mail.fromAddress,
  subject: mail.subject,
  size: mail.size,
  blob_key: mail.blobKey,
  created_at: mail.createdAt,
});

const fromRow = (row: PostmasterMailRow): PostmasterMail => ({
  id: row.id,
  envelopeFrom: row.envelope_from,
  recipient: row.rcpt_addr,
  clientIp: row.client_ip,
  fromAddress: row.from_addr,
  subject: row.subject,
  size: row.size,
  blobKey: row.blob_key,
  createdAt: row.created_at,
});

/** Stores a mail, and keeps only the newest 1,000 of all. Returns whether it is new, and the keys of sources that are no longer needed. */
export async function insertPostmasterMail(trx: Trx, mail: PostmasterMail): Promise<{ isNew: boolean; gone: string[] }> {
  const inserted = await trx
    .insertInto('postmaster_mails')
    .values(toRow(mail))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  const gone = await trx.deleteFrom('postmaster_mails').where(beyondNewest('postmaster_mails', KEPT)).returning('blob_key').execute();
  return { isNew: inserted !== undefined, gone: gone.map(({ blob_key }) => blob_key) };
}

/** Returns a page of mails to the postmaster, newest first. */
export async function listPostmasterMails(db: Kysely<Schema>, page: KeysetRequest): Promise<PostmasterMail[]> {
  const rows = await db.selectFrom('postmaster_mails').selectAll().$call(newestFirst(page)).execute();
  return rows.map(fromRow);
}

export async function findPostmasterMail(db: Kysely<Schema>, id: string): Promise<PostmasterMail | undefined> {
  const row = await db.selectFrom('postmaster_mails').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/** Returns all mails, which are never more than 1,000. */
export async function listAllPostmasterMails(db: Kysely<Schema>): Promise<PostmasterMail[]> {
  return (await db.selectFrom('postmaster_mails').selectAll().execute()).map(fromRow);
}

export async function deletePostmasterMails(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('postmaster_mails').where('id', 'in', ids).execute();
}

/** Removes mails that came before a time, at most `limit`; returns how many. Their sources expire by themselves. */
export async function deleteOldPostmasterMails(trx: Trx, { before, limit }: { before: number; limit: number }): Promise<number> {
  const old = trx.selectFrom('postmaster_mails').select('id').where('created_at', '<', before).orderBy('created_at').limit(limit);
  const { numDeletedRows } = await trx.deleteFrom('postmaster_mails').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
