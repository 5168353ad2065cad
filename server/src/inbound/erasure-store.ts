import type { KeysetCursor } from '@posthorn/contract';
import { type Kysely, sql } from 'kysely';
import { normalizeEmail, withNeededQuotes } from '../core/email-address.ts';
import { partOfJson, partOfText } from '../core/text/erased.ts';
import { fromValues, holdsText, isIn, lockRows, type Trx, valuesTable } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import type { LoggedMail } from './received-mail.ts';
import { fromRow, toPersonalFields } from './store.ts';

/** Returns an address of a mail as erasures have it: headers may spell an internationalised domain as it is read, and the release before kept a local part without its quotes. */
export const headerAddress = (address: string): string => normalizeEmail(withNeededQuotes(address));

/** Returns what all spellings of an address have in common, to look for in text and in JSON: with a local part that may have lost its quotes, only the @. */
const partsOf = (email: string) => (email.startsWith('"') ? (['@', '@'] as const) : ([partOfText(email), partOfJson(email)] as const));

const isNamed = ({ envelopeFrom, fromAddress, recipients, to }: LoggedMail, email: string): boolean =>
  [envelopeFrom, fromAddress, ...recipients, ...to].some((address) => headerAddress(address) === email);

/** The next mails of a tenant, oldest first, or of all tenants, and which of them name an address. The page counts mails and not finds. */
export async function findMailNaming(
  db: Kysely<Schema>,
  { tenantId, email }: { tenantId: string | null; email: string },
  { after, limit }: { after: KeysetCursor; limit: number },
): Promise<(LoggedMail & { named: boolean })[]> {
  const holds = (column: string, part: string) => holdsText(db, sql`lower(${sql.ref(column)})`, part);
  const [part, json] = partsOf(email);
  const named = sql<number>`case when ${holds('envelope_from', part)} or ${holds('from_addr', part)}
    or ${holds('rcpt_addrs', json)} or ${holds('to_addrs', json)} then 1 else 0 end`;
  const query = db.selectFrom('inbound_mails').selectAll().select(named.as('named')).limit(limit);
  const page =
    tenantId === null
      ? query.where('id', '>', after.id).orderBy('id')
      : query.where('tenant_id', '=', tenantId).where('created_at', '>', after.createdAt).orderBy('created_at');
  const rows = await page.execute();
  return rows.map((row) => {
    const mail = fromRow(row);
    return { ...mail, named: row.named === 1 && isNamed(mail, email) };
  });
}

/** Locks mails, in the order of their ids, and returns them as they are. */
export async function lockMails(trx: Trx, ids: readonly string[]): Promise<LoggedMail[]> {
  const rows = await trx
    .selectFrom('inbound_mails')
    .selectAll()
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'inbound_mails'))
    .execute();
  return rows.map(fromRow);
}

const columns = {
  id: 'text',
  envelope_from: 'text',
  rcpt_addrs: 'text',
  from_addr: 'text',
  from_name: 'text',
  to_addrs: 'text',
  subject: 'text',
} as const;

/** Writes what remains of mails, whose sources are gone with all that they say. */
export async function updateErased(trx: Trx, mails: readonly LoggedMail[]): Promise<void> {
  const rows = mails.map((mail) => ({ id: mail.id, ...toPersonalFields(mail) }));
  await trx
    .updateTable('inbound_mails')
    .from(valuesTable(trx, columns, rows))
    .set({
      ...fromValues('envelope_from', 'rcpt_addrs', 'from_addr', 'from_name', 'to_addrs', 'subject'),
      message_id_header: null,
      in_reply_to: null,
      attachments: '[]',
      blob_key: null,
    })
    .whereRef('inbound_mails.id', '=', 'v.id')
    .execute();
}
