import { type Kysely, sql } from 'kysely';
import type { Dialect, Trx } from '../db/dialect.ts';
import type { MessageBodyRow, MessageRow, MessageTagRow, Schema } from '../db/schema.ts';
import type { DraftMessage, MessageBody, MessageState, Recipient } from './message.ts';

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

/** Names a claim: of two claims of one message, one has been overtaken. */
export const claimKey = ({ messageId, jobId, jobAttempt }: Claim): string => `${messageId} ${jobId} ${jobAttempt}`;

/** Claims as a table `v` to join messages with. */
export function claimTable(dialect: Dialect, claims: readonly Claim[]) {
  const rows = claims.map(({ messageId, jobId, jobAttempt }) => ({ id: messageId, job: jobId, job_attempt: jobAttempt }));
  return dialect.values({ id: 'text', job: 'text', job_attempt: 'bigint' }, rows);
}

function toMessageRow({ message, state, createdAt }: PlacedMessage): MessageRow {
  return {
    id: message.id,
    tenant_id: message.tenantId,
    position: createdAt * PLACES,
    created_at: createdAt,
    updated_at: createdAt,
    status: state.status,
    stream: message.stream,
    from_address: message.from,
    domain_id: message.domainId,
    subject: message.subject,
    recipients: JSON.stringify(state.recipients),
    tags: JSON.stringify(message.tags),
    template_alias: message.template?.alias ?? null,
    template_version: message.template?.version ?? null,
    test_mode: message.testMode ? 1 : 0,
    track_opens: message.trackOpens ? 1 : 0,
    track_clicks: message.trackClicks ? 1 : 0,
    body_id: message.body.id,
    scheduled_at: state.status === 'scheduled' ? message.scheduledAt : null,
    sent_at: state.sentAt,
    provider_message_id: state.providerMessageId,
    broadcast_id: null,
    automation_id: null,
    contact_id: null,
    due_at: state.dueAt,
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

const toTagRows = ({ message, createdAt }: PlacedMessage): MessageTagRow[] =>
  Object.entries(message.tags).map(([key, value]) => ({ tenant_id: message.tenantId, key, value, position: createdAt * PLACES }));

/** A message with its first state and its place in the log. */
export interface PlacedMessage {
  readonly message: DraftMessage;
  readonly state: MessageState;
  readonly createdAt: number;
}

/** Stores messages with their bodies and tags, one statement a table. */
export async function insertMessages(trx: Trx, dialect: Dialect, placed: readonly PlacedMessage[]): Promise<void> {
  const bodies = placed.map(({ message, createdAt }) => toBodyRow(message.tenantId, message.body, createdAt));
  await dialect.insertMany(trx, 'message_bodies', bodies);
  await dialect.insertMany(trx, 'messages', placed.map(toMessageRow));
  await dialect.insertMany(trx, 'message_tags', placed.flatMap(toTagRows));
}

export async function findMessage(db: Kysely<Schema>, tenantId: string, id: string): Promise<MessageRow | undefined> {
  return db.selectFrom('messages').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
}

export async function hasMessage(db: Kysely<Schema>, { tenantId, id }: { tenantId: string; id: string }): Promise<boolean> {
  const row = await db.selectFrom('messages').select('id').where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row !== undefined;
}

export interface LogRequest {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly tag?: { readonly key: string; readonly value?: string | undefined } | undefined;
}

/** Places of messages that have a tag, from the tag's own index. */
function placesOfTag(db: Kysely<Schema>, tenantId: string, { key, value }: NonNullable<LogRequest['tag']>) {
  const tagged = db.selectFrom('message_tags').select('position').where('tenant_id', '=', tenantId).where('key', '=', key);
  return value === undefined ? tagged : tagged.where('value', '=', value);
}

/** Messages of a tenant strictly older than the cursor, newest first, one more than the page. */
export async function listMessages(db: Kysely<Schema>, tenantId: string, { limit, cursor, tag }: LogRequest): Promise<MessageRow[]> {
  const before = cursor === undefined || cursor >= FIRST_PLACE ? cursor : cursor * PLACES;
  const most = limit + 1;
  if (tag === undefined) {
    const log = db.selectFrom('messages').selectAll().where('tenant_id', '=', tenantId).orderBy('position', 'desc').limit(most);
    return (before === undefined ? log : log.where('position', '<', before)).execute();
  }
  const tagged = placesOfTag(db, tenantId, tag).orderBy('position', 'desc').limit(most);
  const places = before === undefined ? tagged : tagged.where('position', '<', before);
  return db
    .selectFrom('messages')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('position', 'in', places)
    .orderBy('position', 'desc')
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

interface MoveRequest {
  readonly tenantId: string;
  readonly id: string;
  readonly now: number;
}

/** What a conditional change found: the state it left behind, and whether it was the one to change it. */
export interface Moved {
  readonly changed: boolean;
  readonly status: string;
  readonly recipients: string;
  readonly testMode: boolean;
  readonly contactId: string | null;
  readonly createdAt: number;
}

const WAITING = ['queued', 'scheduled'];

async function moveWaiting(
  trx: Trx,
  { tenantId, id, now }: MoveRequest,
  change: { status: string; scheduled_at: number | null; due_at: number | null },
): Promise<Moved | undefined> {
  const changed = await trx
    .updateTable('messages')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', WAITING)
    .returning('id')
    .executeTakeFirst();
  const row = await findMessage(trx, tenantId, id);
  if (row === undefined) return undefined;
  return {
    changed: changed !== undefined,
    status: row.status,
    recipients: row.recipients,
    testMode: row.test_mode === 1,
    contactId: row.contact_id,
    createdAt: row.created_at,
  };
}

/** Moves a waiting message to another time; one statement decides against a worker that claims it. */
export const rescheduleMessage = (trx: Trx, { scheduledAt, ...request }: MoveRequest & { scheduledAt: number }) =>
  moveWaiting(trx, request, { status: 'scheduled', scheduled_at: scheduledAt, due_at: scheduledAt });

/** Takes a waiting message out; one statement decides against a worker that claims it. */
export const cancelMessage = (trx: Trx, request: MoveRequest) =>
  moveWaiting(trx, request, { status: 'cancelled', scheduled_at: null, due_at: null });
