import { type Kysely, type Nullable, sql } from 'kysely';
import type { ObjectRef } from '../core/request/context.ts';
import { isAmong, isIn } from '../db/dialect.ts';
import type { MessageBodyRow, MessageRow, Schema } from '../db/schema.ts';
import { MESSAGE_BYTES, STORED_BODY_BYTES } from '../storage/size-store.ts';
import { type Claim, type FoundBody, type Message, type MessageBody, POSITIONS_PER_MS, type Recipient } from './message.ts';

/** Cursors from here on are positions; smaller ones are epoch milliseconds. */
const FIRST_POSITION = 1e14;

export const parseRecipients = (text: string): Recipient[] => JSON.parse(text);

function toClaim({ id, claim_job: jobId, claim_attempt: jobAttempt }: MessageRow): Claim | null {
  return jobId === null || jobAttempt === null ? null : { messageId: id, jobId, jobAttempt };
}

/** The columns of a message, for statements that run often: those that select all columns are parsed each time. */
export const MESSAGE_COLUMNS = [
  'messages.id',
  'messages.tenant_id',
  'messages.position',
  'messages.created_at',
  'messages.updated_at',
  'messages.status',
  'messages.stream',
  'messages.from_address',
  'messages.domain_id',
  'messages.subject',
  'messages.recipients',
  'messages.tags',
  'messages.template_alias',
  'messages.template_version',
  'messages.test_mode',
  'messages.track_opens',
  'messages.track_clicks',
  'messages.body_id',
  'messages.scheduled_at',
  'messages.sent_at',
  'messages.provider_message_id',
  'messages.broadcast_id',
  'messages.automation_id',
  'messages.contact_id',
  'messages.due_at',
  'messages.claim_job',
  'messages.claim_attempt',
  'messages.claim_expires_at',
  'messages.attempts',
  'messages.first_attempt_at',
  'messages.charge',
] as const satisfies readonly `messages.${keyof MessageRow}`[];

export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    position: row.position,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    // Safe because only states and streams of the contract are ever written.
    status: row.status as Message['status'],
    stream: row.stream as Message['stream'],
    recipients: parseRecipients(row.recipients),
    sentAt: row.sent_at,
    providerMessageId: row.provider_message_id,
    dueAt: row.due_at,
    from: row.from_address,
    domainId: row.domain_id,
    subject: row.subject,
    tags: JSON.parse(row.tags),
    templateAlias: row.template_alias,
    templateVersion: row.template_version,
    testMode: row.test_mode === 1,
    trackOpens: row.track_opens === 1,
    trackClicks: row.track_clicks === 1,
    bodyId: row.body_id,
    scheduledAt: row.scheduled_at,
    broadcastId: row.broadcast_id,
    automationId: row.automation_id,
    contactId: row.contact_id,
    claim: toClaim(row),
    attempts: row.attempts,
    firstAttemptAt: row.first_attempt_at,
    // Safe because only charges are ever written.
    charge: row.charge as Message['charge'],
  };
}

function parseBody(row: MessageBodyRow): MessageBody {
  return {
    id: row.id,
    html: row.html,
    text: row.text,
    headers: JSON.parse(row.headers),
    replyTo: JSON.parse(row.reply_to),
    attachments: JSON.parse(row.attachments),
  };
}

export async function findMessage(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<Message | undefined> {
  const row = await db.selectFrom('messages').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row && toMessage(row);
}

export async function hasMessage(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<boolean> {
  const row = await db.selectFrom('messages').select('id').where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row !== undefined;
}

/** Returns the recipients of messages, by message id. `tenantId`: only of messages of that tenant, unless it is null. */
export async function findRecipients(
  db: Kysely<Schema>,
  { tenantId, ids }: { tenantId: string | null; ids: readonly string[] },
): Promise<Map<string, Recipient[]>> {
  const query = db
    .selectFrom('messages')
    .select(['id', 'recipients'])
    .where((eb) => isIn(db, eb.ref('id'), ids));
  const rows = await (tenantId === null ? query : query.where('tenant_id', '=', tenantId)).execute();
  return new Map(rows.map(({ id, recipients }) => [id, parseRecipients(recipients)]));
}

export interface LogRequest {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly tag?: { readonly key: string; readonly value?: string | undefined } | undefined;
}

/** Returns a query of the positions of messages with a tag, from the index of tags. */
function positionsOfTag(db: Kysely<Schema>, tenantId: string, { key, value }: NonNullable<LogRequest['tag']>) {
  const tagged = db.selectFrom('message_tags').select('position').where('tenant_id', '=', tenantId).where('key', '=', key);
  return value === undefined ? tagged : tagged.where('value', '=', value);
}

/** Returns a query of messages of a tenant strictly older than the cursor, newest first, one more than the page. */
function logOf(db: Kysely<Schema>, tenantId: string, { limit, cursor, tag }: LogRequest) {
  const before = cursor === undefined || cursor >= FIRST_POSITION ? cursor : cursor * POSITIONS_PER_MS;
  const most = limit + 1;
  const log = db.selectFrom('messages').where('tenant_id', '=', tenantId).orderBy('position', 'desc');
  if (tag === undefined) return (before === undefined ? log : log.where('position', '<', before)).limit(most);
  const tagged = positionsOfTag(db, tenantId, tag).orderBy('position', 'desc').limit(most);
  return log.where('position', 'in', before === undefined ? tagged : tagged.where('position', '<', before));
}

/** Returns messages of a tenant strictly older than the cursor, newest first, one more than the page. */
export async function listMessages(db: Kysely<Schema>, tenantId: string, page: LogRequest): Promise<Message[]> {
  return (await logOf(db, tenantId, page).selectAll().execute()).map(toMessage);
}

/** Returns the bytes of each message of a page, in its order, without reading them. */
export async function listMessageBytes(db: Kysely<Schema>, tenantId: string, page: LogRequest): Promise<number[]> {
  return (await logOf(db, tenantId, page).select(MESSAGE_BYTES.as('bytes')).execute()).map(({ bytes }) => bytes);
}

export async function findBody(db: Kysely<Schema>, tenantId: string, id: string): Promise<MessageBody | undefined> {
  const row = await db.selectFrom('message_bodies').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row === undefined ? undefined : parseBody(row);
}

/** Returns whether a body is still kept, without reading it. */
export async function hasBody(db: Kysely<Schema>, tenantId: string, id: string): Promise<boolean> {
  const query = db.selectFrom('message_bodies').select('id').where('id', '=', id).where('tenant_id', '=', tenantId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Returns whether a left join has found the body. */
const isRead = (row: Nullable<MessageBodyRow>): row is MessageBodyRow => row.id !== null;

/** The most bytes of bodies that one statement reads: its answer is in memory as a whole. */
const MOST_READ_BYTES = 4 * 1024 * 1024;

/** The bytes of a body and all smaller ones. */
const BYTES_SO_FAR = sql<number>`sum(${STORED_BODY_BYTES}) over (order by ${STORED_BODY_BYTES}, message_bodies.id)`;

/** Returns bodies by id. Reads 4 MiB of them, the smallest first; the others are returned unread. */
export async function findBodies(db: Kysely<Schema>, ids: readonly string[]): Promise<Map<string, FoundBody>> {
  const rows = await db
    .with('weighed', (query) =>
      query
        .selectFrom('message_bodies')
        .select(['message_bodies.id as body_id', STORED_BODY_BYTES.as('stored_bytes'), BYTES_SO_FAR.as('so_far')])
        .where((eb) => isIn(db, eb.ref('message_bodies.id'), ids)),
    )
    .selectFrom('weighed')
    .leftJoin('message_bodies', (join) =>
      join
        .onRef('message_bodies.id', '=', 'weighed.body_id')
        .on((eb) => isAmong(db, eb.ref('message_bodies.id'), ids))
        .on('weighed.so_far', '<=', MOST_READ_BYTES),
    )
    .select(['weighed.body_id', 'weighed.stored_bytes'])
    .selectAll('message_bodies')
    .execute();
  return new Map(
    rows.map(({ body_id: id, stored_bytes: unreadBytes, ...row }) => [id, isRead(row) ? parseBody(row) : { id, unreadBytes }]),
  );
}
