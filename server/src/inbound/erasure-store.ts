import type { KeysetCursor } from '@posthorn/contract';
import { type Kysely, sql } from 'kysely';
import { normalizeEmail, withNeededQuotes } from '../core/email-address.ts';
import { tracesOf } from '../core/text/erased.ts';
import { fromValues, holdsEach, isIn, lockRows, type Trx, valuesTable } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import type { LoggedMail } from './logged-mail.ts';
import { fromRow, toPersonalFields } from './store.ts';

/**
 * Returns an address in the form that erasures use: headers may spell an internationalised domain in Unicode, and the release before
 * kept a local part without its quotes.
 */
export const headerAddress = (address: string): string => normalizeEmail(withNeededQuotes(address));

const ADDRESSES = ['envelope_from', 'from_addr', 'rcpt_addrs', 'to_addrs', 'other_addrs'] as const;

/** Returns the addresses that a mail names, as erasures have them. */
export const addressesIn = ({ envelopeFrom, fromAddress, recipients, to, others }: Omit<LoggedMail, 'createdAt'>): string[] =>
  [envelopeFrom, fromAddress, ...recipients, ...to, ...(others ?? [])].map(headerAddress);

const isNamed = (mail: LoggedMail, email: string): boolean => addressesIn(mail).includes(email);

/**
 * Returns the next mails of a tenant or of all tenants, oldest first, and those among them that name an address. A page is full by
 * its mails, however few name it.
 */
export async function findMailNaming(
  db: Kysely<Schema>,
  { tenantId, email }: { tenantId: string | null; email: string },
  { after, limit }: { after: KeysetCursor; limit: number },
): Promise<(LoggedMail & { named: boolean })[]> {
  const holds = ADDRESSES.map((column) => holdsEach(db, sql`lower(${sql.ref(column)})`, tracesOf(email)));
  const named = sql<number>`case when ${sql.join(holds, sql` or `)} then 1 else 0 end`;
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

/** Locks mails, in the order of their ids, and returns them as they are now. */
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
  other_addrs: 'text',
  subject: 'text',
} as const;

/** Writes what remains of mails after an erasure; their sources and content are deleted. */
export async function updateErased(trx: Trx, mails: readonly LoggedMail[]): Promise<void> {
  const rows = mails.map((mail) => ({ id: mail.id, ...toPersonalFields(mail) }));
  await trx
    .updateTable('inbound_mails')
    .from(valuesTable(trx, columns, rows))
    .set({
      ...fromValues('envelope_from', 'rcpt_addrs', 'from_addr', 'from_name', 'to_addrs', 'other_addrs', 'subject'),
      message_id_header: null,
      in_reply_to: null,
      attachments: '[]',
      blob_key: null,
    })
    .whereRef('inbound_mails.id', '=', 'v.id')
    .execute();
}

/** Writes whom the headers of mails name that a release logged which did not keep them. */
export async function updateOthers(trx: Trx, mails: readonly { readonly id: string; readonly others: readonly string[] }[]): Promise<void> {
  const rows = mails.map(({ id, others }) => ({ id, other_addrs: JSON.stringify(others) }));
  await lockMails(
    trx,
    rows.map(({ id }) => id),
  );
  await trx
    .updateTable('inbound_mails')
    .from(valuesTable(trx, { id: 'text', other_addrs: 'text' }, rows))
    .set(fromValues('other_addrs'))
    .whereRef('inbound_mails.id', '=', 'v.id')
    .where('inbound_mails.other_addrs', 'is', null)
    .execute();
}
