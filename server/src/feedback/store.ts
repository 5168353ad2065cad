import type { Kysely } from 'kysely';
import { isMadeAfter } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { attemptDay, parseRecipients, type Recipient, type ReturnPath } from '../messages/index.ts';

/** A message of any tenant. */
export interface KnownMessage {
  readonly tenantId: string;
  readonly messageId: string;
}

export interface FoundMessage extends KnownMessage {
  readonly recipients: readonly Recipient[];
  /** When it was first attempted; null where it never was. */
  readonly attemptedAt: number | null;
}

/** Finds a message of any tenant by its id. */
export async function findMessageById(db: Kysely<Schema>, id: string): Promise<FoundMessage | undefined> {
  const columns = ['id', 'tenant_id', 'recipients', 'first_attempt_at'] as const;
  const row = await db.selectFrom('messages').select(columns).where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    messageId: row.id,
    tenantId: row.tenant_id,
    recipients: parseRecipients(row.recipients),
    attemptedAt: row.first_attempt_at,
  };
}

/**
 * Returns when an attempt with a return path was last made, as far as the log has it: attempts of one day for one recipient share their
 * path. Null where it does not, and for a path that names no day.
 */
export async function findLastAttempt(db: Kysely<Schema>, path: ReturnPath): Promise<number | null> {
  const day = attemptDay(path);
  if (day === undefined) return null;
  const { at } = await db
    .selectFrom('delivery_attempts')
    .select((eb) => eb.fn.max('started_at').as('at'))
    .where('message_id', '=', path.messageId)
    .where((eb) => isMadeAfter(db, eb.ref('id'), 'att', [path.messageId]))
    .where('recipient', '=', path.place ?? null)
    .where('started_at', '>=', day.from)
    .where('started_at', '<=', day.to)
    .executeTakeFirstOrThrow();
  return at;
}

/** Finds the newest message with an id of a provider, for itself or for one of its recipients. */
export async function findMessageByProviderId(db: Kysely<Schema>, providerMessageId: string): Promise<KnownMessage | undefined> {
  const found = await db
    .selectFrom('messages')
    .select(['id as messageId', 'tenant_id as tenantId'])
    .where('provider_message_id', '=', providerMessageId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? findAttemptByProviderId(db, providerMessageId);
}

async function findAttemptByProviderId(db: Kysely<Schema>, providerMessageId: string): Promise<KnownMessage | undefined> {
  return db
    .selectFrom('delivery_attempts')
    .select(['message_id as messageId', 'tenant_id as tenantId'])
    .where('provider_message_id', '=', providerMessageId)
    .orderBy('message_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
