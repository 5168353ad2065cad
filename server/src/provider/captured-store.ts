import { type Kysely, sql } from 'kysely';
import { wholeInJson } from '../core/text/erased.ts';
import { holdsText, isIn, type Trx } from '../db/dialect.ts';
import { beyondNewest, type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { CapturedMailRow, Schema } from '../db/schema.ts';
import type { OutgoingMail } from './provider.ts';

const KEPT = 1000;
const SUMMARY = ['id', 'tenant_id', 'message_id', 'mail_from', 'header_from', 'rcpt_to', 'subject', 'size', 'created_at'] as const;

/** A captured mail, without its content. */
export interface CapturedSummary {
  readonly id: string;
  readonly tenantId: string;
  readonly messageId: string;
  readonly envelope: OutgoingMail['envelope'];
  /** The From header as text; the envelope sender for mail of a release that did not store it. */
  readonly from: string;
  readonly subject: string;
  /** Bytes. */
  readonly size: number;
  readonly createdAt: number;
}

export interface CapturedMail extends CapturedSummary {
  readonly raw: Buffer;
}

const toRow = ({ id, tenantId, messageId, envelope, from, subject, size, raw, createdAt }: CapturedMail): CapturedMailRow => ({
  id,
  tenant_id: tenantId,
  message_id: messageId,
  mail_from: envelope.from,
  header_from: from,
  rcpt_to: JSON.stringify(envelope.to),
  subject,
  size,
  raw,
  created_at: createdAt,
});

const fromRow = (row: Omit<CapturedMailRow, 'raw'>): CapturedSummary => ({
  id: row.id,
  tenantId: row.tenant_id,
  messageId: row.message_id,
  envelope: { from: row.mail_from, to: JSON.parse(row.rcpt_to) },
  from: row.header_from ?? row.mail_from,
  subject: row.subject,
  size: row.size,
  createdAt: row.created_at,
});

/** Stores the mails, and keeps only the newest 1,000 of all. */
export async function insertCaptured(trx: Trx, mails: readonly CapturedMail[]): Promise<void> {
  // Not by insertMany, which serialises the rows into one JSON text on PostgreSQL: a large mail would block the event loop.
  await trx.insertInto('captured_mail').values(mails.map(toRow)).execute();
  await trx.deleteFrom('captured_mail').where(beyondNewest('captured_mail', KEPT)).execute();
}

interface CapturedRequest extends KeysetRequest {
  readonly tenantId?: string | undefined;
}

/** Returns mails newest first; for a single tenant, all captured mails are read. */
export async function listCaptured(db: Kysely<Schema>, { tenantId, ...page }: CapturedRequest): Promise<CapturedSummary[]> {
  const query = db.selectFrom('captured_mail').select(SUMMARY).$call(newestFirst(page));
  const rows = await (tenantId === undefined ? query : query.where('tenant_id', '=', tenantId)).execute();
  return rows.map(fromRow);
}

export async function findCaptured(db: Kysely<Schema>, id: string): Promise<CapturedMail | undefined> {
  const query = db.selectFrom('captured_mail').select([...SUMMARY, 'raw']);
  const row = await query.where('id', '=', id).executeTakeFirst();
  return row && { ...fromRow(row), raw: row.raw };
}

/** Deletes the mails of messages, for all recipients. */
export async function deleteCapturedOf(trx: Trx, messageIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('captured_mail')
    .where((eb) => isIn(trx, eb.ref('message_id'), messageIds))
    .execute();
}

/**
 * Deletes the mails to an address, of one tenant or of all, and those of the same messages to other recipients, since their headers name
 * it.
 */
export async function deleteCapturedTo(trx: Trx, { tenantId, email }: { tenantId: string | null; email: string }): Promise<void> {
  const query = trx
    .selectFrom('captured_mail')
    .select('message_id')
    .distinct()
    .where(holdsText(trx, sql`lower(rcpt_to)`, wholeInJson(email)));
  const rows = await (tenantId === null ? query : query.where('tenant_id', '=', tenantId)).execute();
  await deleteCapturedOf(
    trx,
    rows.map(({ message_id }) => message_id),
  );
}
