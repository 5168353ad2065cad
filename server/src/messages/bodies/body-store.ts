import { sql } from 'kysely';
import { insertMany, isIn, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';
import type { MessageBodyRow } from '../../db/schema.ts';
import { BODY_BYTES, bytesOf, isCounted } from '../../storage/size-store.ts';
import { noteStorage } from '../../storage/store.ts';
import type { DraftMessage, MessageBody } from '../message.ts';

/** A message with its body, and when that is stored. */
interface BodyOwner {
  readonly message: Pick<DraftMessage, 'id' | 'tenantId' | 'body' | 'bodyBytes'>;
  readonly createdAt: number;
}

const toRow = ({ message: { id, tenantId, body, bodyBytes }, createdAt }: BodyOwner): MessageBodyRow => ({
  id: body.id,
  tenant_id: tenantId,
  html: body.html,
  text: body.text,
  headers: JSON.stringify(body.headers),
  reply_to: JSON.stringify(body.replyTo),
  attachments: JSON.stringify(body.attachments),
  created_at: createdAt,
  bytes: bodyBytes,
  message_id: id,
  ages_from: createdAt,
});

/** Inserts the bodies of messages that have one each. The caller counts their bytes. */
export const insertBodies = (trx: Trx, owners: readonly BodyOwner[]): Promise<void> => insertMany(trx, 'message_bodies', owners.map(toRow));

/** What determines the age of a body: the state of its message. */
export interface AgedMessage {
  readonly status: string;
  readonly dueAt: number | null;
  /** Whether a worker has claimed it. */
  readonly claimed: boolean;
  readonly sentAt: number | null;
  readonly updatedAt: number;
}

/** A body whose retention time may be over. */
export interface AgedBody {
  readonly id: string;
  readonly attachments: MessageBody['attachments'];
  /** Null where several messages share the body, or the message was removed. */
  readonly message: AgedMessage | null;
}

/** Locks and returns the bodies that have aged since before a time, oldest first, without staged ones and those that others have locked. */
export async function lockAgedBodies(trx: Trx, { before, limit }: { before: number; limit: number }): Promise<AgedBody[]> {
  const rows = await trx
    .selectFrom('message_bodies')
    .leftJoin('messages', 'messages.id', 'message_bodies.message_id')
    .select(['message_bodies.id', 'message_bodies.attachments'])
    .select(['messages.status', 'messages.due_at', 'messages.claim_job', 'messages.sent_at', 'messages.updated_at'])
    .where('message_bodies.ages_from', '<=', before)
    .where(isCounted)
    .orderBy('message_bodies.ages_from')
    .orderBy('message_bodies.id')
    .limit(limit)
    .modifyEnd(lockRows(trx, 'skip', 'message_bodies'))
    .execute();
  return rows.map(({ id, attachments, status, due_at: dueAt, claim_job: job, sent_at: sentAt, updated_at: updatedAt }) => ({
    id,
    attachments: JSON.parse(attachments),
    message: status === null || updatedAt === null ? null : { status, dueAt, claimed: job !== null, sentAt, updatedAt },
  }));
}

/** Sets since when bodies age. */
export async function postponeBodies(trx: Trx, bodies: readonly { id: string; agesFrom: number }[]): Promise<void> {
  if (bodies.length === 0) return;
  const rows = bodies.map(({ id, agesFrom }) => ({ id, ages_from: agesFrom }));
  await trx
    .updateTable('message_bodies')
    .from(valuesTable(trx, { id: 'text', ages_from: 'bigint' }, rows))
    .set({ ages_from: sql`v.ages_from` })
    .whereRef('message_bodies.id', '=', 'v.id')
    .execute();
}

/** Deletes bodies and subtracts their bytes from their tenants' storage. */
export async function deleteBodies(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const deleted = await trx
    .deleteFrom('message_bodies')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .returning(['tenant_id', BODY_BYTES.as('bytes')])
    .execute();
  const changes = deleted.map(({ tenant_id: tenantId, bytes }) => ({ tenantId, kind: 'kept' as const, bytes: -bytes }));
  await noteStorage(trx, changes);
}

/** Deletes bodies whose bytes were never counted. */
export async function deleteUncounted(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('message_bodies')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .execute();
}

/** A body that many messages share. */
export interface SharedBody {
  readonly id: string;
  readonly tenantId: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly replyTo: readonly string[];
  readonly at: number;
}

/** Inserts a shared body and counts its bytes. */
export async function insertSharedBody(trx: Trx, { id, tenantId, html, text, replyTo, at }: SharedBody): Promise<void> {
  const bytes = bytesOf(html, text);
  const row: MessageBodyRow = {
    id,
    tenant_id: tenantId,
    html,
    text,
    headers: '{}',
    reply_to: JSON.stringify(replyTo),
    attachments: '[]',
    created_at: at,
    bytes,
    message_id: null,
    ages_from: null,
  };
  await trx.insertInto('message_bodies').values(row).execute();
  await noteStorage(trx, [{ tenantId, kind: 'kept', bytes }]);
}

/** Sets since when a shared body ages; null: not for now. */
export async function ageBody(trx: Trx, { tenantId, id, from }: { tenantId: string; id: string; from: number | null }): Promise<void> {
  await trx.updateTable('message_bodies').set({ ages_from: from }).where('id', '=', id).where('tenant_id', '=', tenantId).execute();
}

/** Makes an ageing body age only from `until`, if that is later. */
export async function keepBody(trx: Trx, { tenantId, id, until }: { tenantId: string; id: string; until: number }): Promise<void> {
  await trx
    .updateTable('message_bodies')
    .set({ ages_from: until })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('ages_from', '<', until)
    .execute();
}
