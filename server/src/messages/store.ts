import { type Kysely, sql } from 'kysely';
import type { Dialect, Trx } from '../db/dialect.ts';
import type { MessageBodyRow, MessageRow, MessageTagRow, Schema } from '../db/schema.ts';
import type { MessageBody, MessageState, NewMessage, Recipient } from './message.ts';

/** Places within one millisecond of a tenant's log. */
export const PLACES = 1000;

/** Cursors from here on are places, below it milliseconds. */
const FIRST_PLACE = 1e14;

/** A worker's hold on a message: its job and which start of that job. */
export interface Claim {
  readonly messageId: string;
  readonly jobId: string;
  readonly jobAttempt: number;
}

/** Claims as a table `v` to join messages with. */
export function claimTable(dialect: Dialect, claims: readonly Claim[]) {
  const rows = claims.map(({ messageId, jobId, jobAttempt }) => ({ id: messageId, job: jobId, job_attempt: jobAttempt }));
  return dialect.values({ id: 'text', job: 'text', job_attempt: 'bigint' }, rows);
}

function toMessageRow(message: NewMessage, createdAt: number, dueAt: number): MessageRow {
  return {
    id: message.id,
    tenant_id: message.tenantId,
    position: createdAt * PLACES,
    created_at: createdAt,
    updated_at: createdAt,
    status: 'queued',
    stream: message.stream,
    from_address: message.from,
    domain_id: message.domainId,
    subject: message.subject,
    recipients: JSON.stringify(message.recipients),
    tags: JSON.stringify(message.tags),
    template_alias: null,
    template_version: null,
    test_mode: 0,
    track_opens: message.trackOpens ? 1 : 0,
    track_clicks: message.trackClicks ? 1 : 0,
    body_id: message.body.id,
    scheduled_at: null,
    sent_at: null,
    provider_message_id: null,
    broadcast_id: null,
    automation_id: null,
    contact_id: null,
    due_at: dueAt,
    claim_job: null,
    claim_attempt: null,
    claim_expires_at: null,
    attempts: 0,
    first_attempt_at: null,
  };
}

const toBodyRow = (tenantId: string, body: MessageBody, createdAt: number): MessageBodyRow => ({
  id: body.id,
  tenant_id: tenantId,
  html: body.html,
  text: body.text,
  headers: JSON.stringify(body.headers),
  reply_to: JSON.stringify(body.replyTo),
  attachments: JSON.stringify(body.attachments),
  created_at: createdAt,
});

const toTagRows = (message: NewMessage, createdAt: number): MessageTagRow[] =>
  Object.entries(message.tags).map(([key, value]) => ({ tenant_id: message.tenantId, key, value, position: createdAt * PLACES }));

/** A message with its place in the log. */
export interface PlacedMessage {
  readonly message: NewMessage;
  readonly createdAt: number;
  readonly dueAt: number;
}

/** Stores messages with their bodies and tags, one statement a table. */
export async function insertMessages(trx: Trx, dialect: Dialect, placed: readonly PlacedMessage[]): Promise<void> {
  const bodies = placed.map(({ message, createdAt }) => toBodyRow(message.tenantId, message.body, createdAt));
  const tags = placed.flatMap(({ message, createdAt }) => toTagRows(message, createdAt));
  await dialect.insertMany(trx, 'message_bodies', bodies);
  await dialect.insertMany(
    trx,
    'messages',
    placed.map(({ message, createdAt, dueAt }) => toMessageRow(message, createdAt, dueAt)),
  );
  await dialect.insertMany(trx, 'message_tags', tags);
}

export async function findMessage(db: Kysely<Schema>, tenantId: string, id: string): Promise<MessageRow | undefined> {
  return db.selectFrom('messages').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
}

/** Messages of a tenant strictly older than the cursor, newest first, one more than the page. */
export async function listMessages(
  db: Kysely<Schema>,
  tenantId: string,
  { limit, cursor }: { limit: number; cursor?: number | undefined },
): Promise<MessageRow[]> {
  const before = cursor === undefined || cursor >= FIRST_PLACE ? cursor : cursor * PLACES;
  const query = db.selectFrom('messages').selectAll().where('tenant_id', '=', tenantId);
  const older = before === undefined ? query : query.where('position', '<', before);
  return older
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function findBody(db: Kysely<Schema>, tenantId: string, id: string): Promise<MessageBody | undefined> {
  const row = await db.selectFrom('message_bodies').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row === undefined ? undefined : parseBody(row);
}

export async function findBodies(db: Kysely<Schema>, dialect: Dialect, ids: readonly string[]): Promise<Map<string, MessageBody>> {
  const query = db.selectFrom('message_bodies').selectAll();
  const rows = await query.where((eb) => dialect.isIn(eb.ref('id'), ids)).execute();
  return new Map(rows.map((row) => [row.id, parseBody(row)]));
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

export const parseRecipients = (text: string): Recipient[] => JSON.parse(text);

export function parseState(row: MessageRow): MessageState {
  return {
    // Safe because only states of the contract are ever written.
    status: row.status as MessageState['status'],
    recipients: parseRecipients(row.recipients),
    sentAt: row.sent_at,
    providerMessageId: row.provider_message_id,
    dueAt: row.due_at,
  };
}

/** Locks messages that are still held by the given claims; one whose claim was taken over is left out. */
export async function lockClaimed(trx: Trx, dialect: Dialect, claims: readonly Claim[]): Promise<MessageRow[]> {
  return trx
    .selectFrom('messages')
    .innerJoin(claimTable(dialect, claims), (join) =>
      join
        .onRef('v.id', '=', 'messages.id')
        .onRef('v.job', '=', 'messages.claim_job')
        .onRef('v.job_attempt', '=', 'messages.claim_attempt'),
    )
    .selectAll('messages')
    .orderBy('messages.id')
    .modifyEnd(dialect.lockRows('wait', 'messages'))
    .execute();
}

/** Writes the states that outcomes led to, and ends the claims. */
export async function settleMessages(
  trx: Trx,
  dialect: Dialect,
  changes: readonly { id: string; state: MessageState; now: number }[],
): Promise<void> {
  const columns = {
    id: 'text',
    status: 'text',
    recipients: 'text',
    sent_at: 'bigint',
    provider_message_id: 'text',
    due_at: 'bigint',
    updated_at: 'bigint',
  } as const;
  const rows = changes.map(({ id, state, now }) => ({
    id,
    status: state.status,
    recipients: JSON.stringify(state.recipients),
    sent_at: state.sentAt,
    provider_message_id: state.providerMessageId,
    due_at: state.dueAt,
    updated_at: now,
  }));
  await trx
    .updateTable('messages')
    .from(dialect.values(columns, rows))
    .set({
      status: sql`v.status`,
      recipients: sql`v.recipients`,
      sent_at: sql`v.sent_at`,
      provider_message_id: sql`v.provider_message_id`,
      due_at: sql`v.due_at`,
      updated_at: sql`v.updated_at`,
      claim_job: null,
      claim_attempt: null,
      claim_expires_at: null,
    })
    .whereRef('messages.id', '=', 'v.id')
    .execute();
}
