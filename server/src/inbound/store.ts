import type { Kysely } from 'kysely';
import { updateBlob } from '../blobs/store.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { insertMany, type Trx } from '../db/dialect.ts';
import type { InboundMailRow, Schema } from '../db/schema.ts';
import { INBOUND_BYTES } from '../storage/size-store.ts';
import type { Verdict } from './authenticate-mail.ts';
import type { LoggedMail } from './logged-mail.ts';

/** Returns the columns of a row that speak of people. */
export const toPersonalFields = (mail: LoggedMail) => ({
  envelope_from: mail.envelopeFrom,
  rcpt_addrs: JSON.stringify(mail.recipients),
  from_addr: mail.fromAddress,
  from_name: mail.fromName,
  to_addrs: JSON.stringify(mail.to),
  other_addrs: mail.others && JSON.stringify(mail.others),
  subject: mail.subject,
});

const toRow = (mail: LoggedMail): InboundMailRow => ({
  id: mail.id,
  tenant_id: mail.tenantId,
  event_id: mail.eventId,
  ...toPersonalFields(mail),
  message_id_header: mail.messageId,
  in_reply_to: mail.inReplyTo,
  size: mail.size,
  spf: mail.spf,
  dkim: mail.dkim,
  dmarc: mail.dmarc,
  attachments: JSON.stringify(mail.attachments),
  blob_key: mail.blobKey,
  unreadable: mail.unreadable,
  created_at: mail.createdAt,
});

/** Safe because only addresses, notes and verdicts are written there. */
const parseAddresses = (json: string) => JSON.parse(json) as string[];
const parseNotes = (json: string) => JSON.parse(json) as LoggedMail['attachments'];
const parseVerdict = (text: string) => text as Verdict;

export const fromRow = (row: InboundMailRow): LoggedMail => ({
  id: row.id,
  tenantId: row.tenant_id,
  eventId: row.event_id,
  envelopeFrom: row.envelope_from,
  recipients: parseAddresses(row.rcpt_addrs),
  fromAddress: row.from_addr,
  fromName: row.from_name,
  to: parseAddresses(row.to_addrs),
  others: row.other_addrs === null ? null : parseAddresses(row.other_addrs),
  subject: row.subject,
  messageId: row.message_id_header,
  inReplyTo: row.in_reply_to,
  size: row.size,
  spf: parseVerdict(row.spf),
  dkim: parseVerdict(row.dkim),
  dmarc: parseVerdict(row.dmarc),
  attachments: parseNotes(row.attachments),
  blobKey: row.blob_key,
  unreadable: row.unreadable,
  createdAt: row.created_at,
});

/** Adds mails to their tenants' logs and keeps their sources permanently. Throws if a source was deleted meanwhile. */
export async function insertInbound(trx: Trx, mails: readonly LoggedMail[]): Promise<void> {
  await insertMany(trx, 'inbound_mails', mails.map(toRow));
  for (const { tenantId, blobKey } of mails) {
    const kept = blobKey === null || (await updateBlob(trx, { tenantId, key: blobKey }, { expiresAt: null }));
    if (!kept) throw new Error(`the source ${blobKey} is gone`);
  }
}

export interface InboundRequest {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/** Selects the mails of a tenant that are older than the cursor, newest first, one more than the page holds. */
function logOf(db: Kysely<Schema>, tenantId: string, { limit, cursor }: InboundRequest) {
  const query = db.selectFrom('inbound_mails').where('tenant_id', '=', tenantId);
  const older = cursor === undefined ? query : query.where('created_at', '<', cursor);
  return older.orderBy('created_at', 'desc').limit(limit + 1);
}

export async function listInbound(db: Kysely<Schema>, tenantId: string, page: InboundRequest): Promise<LoggedMail[]> {
  return (await logOf(db, tenantId, page).selectAll().execute()).map(fromRow);
}

/** Returns how many bytes the content of each mail of a page has, without reading it. */
export async function listInboundBytes(db: Kysely<Schema>, tenantId: string, page: InboundRequest): Promise<number[]> {
  return (await logOf(db, tenantId, page).select(INBOUND_BYTES.as('bytes')).execute()).map(({ bytes }) => bytes);
}

export async function findInbound(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<LoggedMail | undefined> {
  const row = await db.selectFrom('inbound_mails').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}
