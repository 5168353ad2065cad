import { sql } from 'kysely';
import { fromValues, insertMany, isAmong, isIn, lockRows, type Trx, valuesTable } from '../db/dialect.ts';
import { toFlag } from '../db/schema/flag.ts';
import type { MessageRow, MessageTagRow } from '../db/schema.ts';
import { insertBodies } from './bodies/body-store.ts';
import { acceptStaged } from './bodies/staged-store.ts';
import { CHARGES, type Charge, type DraftMessage, type Message, type MessageState, POSITIONS_PER_MS } from './message.ts';
import { toMessage } from './store.ts';

const positionOf = ({ createdAt, place = 0 }: PlacedMessage) => createdAt * POSITIONS_PER_MS + place;

function toMessageRow(placed: PlacedMessage): MessageRow {
  const { message, state, createdAt } = placed;
  return {
    id: message.id,
    tenant_id: message.tenantId,
    position: positionOf(placed),
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
    test_mode: toFlag(message.testMode),
    track_opens: toFlag(message.trackOpens),
    track_clicks: toFlag(message.trackClicks),
    body_id: message.body.id,
    scheduled_at: state.status === 'scheduled' ? message.scheduledAt : null,
    sent_at: state.sentAt,
    provider_message_id: state.providerMessageId,
    broadcast_id: null,
    automation_id: message.automationId ?? null,
    contact_id: message.contactId ?? null,
    due_at: state.dueAt,
    claim_job: null,
    claim_attempt: null,
    claim_expires_at: null,
    attempts: 0,
    first_attempt_at: null,
    charge: placed.charge ?? CHARGES.nothing,
  };
}

const toTagRows = (placed: PlacedMessage): MessageTagRow[] =>
  Object.entries(placed.message.tags).map(([key, value]) => ({
    tenant_id: placed.message.tenantId,
    key,
    value,
    position: positionOf(placed),
  }));

/** A message with its first state and its place in the log. */
export interface PlacedMessage {
  readonly message: DraftMessage;
  readonly state: MessageState;
  readonly createdAt: number;
  /** Its number within its millisecond, below 1000; 0 by default. */
  readonly place?: number;
  /** What it is charged; nothing by default. */
  readonly charge?: Charge;
}

/** Returns whether the body of a message is stored: not where it goes to nobody. */
const isKept = ({ state }: Pick<PlacedMessage, 'state'>): boolean => state.status !== 'suppressed';

/** Returns the messages whose bodies are stored, which their tenants' meters have to count. */
export const keptOf = <P extends Pick<PlacedMessage, 'state'>>(placed: readonly P[]): P[] => placed.filter(isKept);

/**
 * Inserts messages with their bodies and tags, by one statement for each table unless they are many or large, and accepts staged bodies. The
 * caller has locked the meters, and counts the bytes of the bodies.
 */
export async function insertMessages(trx: Trx, placed: readonly PlacedMessage[]): Promise<void> {
  const kept = keptOf(placed);
  const staged = kept.filter(({ message }) => message.isStaged).map(({ message }) => message.body.id);
  const fresh = kept.filter(({ message }) => !message.isStaged);
  await acceptStaged(trx, staged);
  await insertBodies(trx, fresh);
  await insertMany(trx, 'messages', placed.map(toMessageRow));
  await insertMany(trx, 'message_tags', placed.flatMap(toTagRows));
}

/** Locks and returns messages by id, whether or not they are claimed. */
export async function lockMessages(trx: Trx, ids: readonly string[]): Promise<Message[]> {
  const rows = await trx
    .selectFrom('messages')
    .selectAll()
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'messages'))
    .execute();
  return rows.map(toMessage);
}

/** Returns SQL of what `momentOf` returns, for the row of `messages` that a statement changes. */
export const momentInRow = (now: number) => sql<number>`case when messages.created_at > ${now} then messages.created_at else ${now} end`;

/** The next state of a message whose row is locked. */
export interface StateChange {
  readonly id: string;
  readonly state: MessageState;
  readonly now: number;
}

/** The columns of a message that no job has claimed. */
export const NO_CLAIM = { claim_job: null, claim_attempt: null, claim_expires_at: null };

/** Writes states of messages and ends their claims. */
export const settleMessages = (trx: Trx, changes: readonly StateChange[]) => writeStates(trx, { changes, alsoSet: NO_CLAIM });

/** Writes states of messages and leaves their claims as they are. */
export const updateStates = (trx: Trx, changes: readonly StateChange[]) => writeStates(trx, { changes, alsoSet: {} });

async function writeStates(
  trx: Trx,
  { changes, alsoSet }: { changes: readonly StateChange[]; alsoSet: Partial<typeof NO_CLAIM> },
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
    .from(valuesTable(trx, columns, rows))
    .set({
      ...fromValues('status', 'recipients', 'sent_at', 'provider_message_id', 'due_at', 'updated_at'),
      ...alsoSet,
    })
    .whereRef('messages.id', '=', 'v.id')
    .where((eb) =>
      isAmong(
        trx,
        eb.ref('messages.id'),
        rows.map(({ id }) => id),
      ),
    )
    .execute();
}
