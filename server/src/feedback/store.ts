import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { parseRecipients, type Recipient } from '../messages/index.ts';

/** A message of any tenant. */
export interface KnownMessage {
  readonly tenantId: string;
  readonly messageId: string;
}

/** Finds a message by its id, for those who may speak of any. */
export async function findMessageById(db: Kysely<Schema>, id: string): Promise<(KnownMessage & { recipients: Recipient[] }) | undefined> {
  const row = await db.selectFrom('messages').select(['id', 'tenant_id', 'recipients']).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : { messageId: row.id, tenantId: row.tenant_id, recipients: parseRecipients(row.recipients) };
}

/** Finds the newest message that a provider gave an id to. */
export async function findMessageByProviderId(db: Kysely<Schema>, providerMessageId: string): Promise<KnownMessage | undefined> {
  return db
    .selectFrom('messages')
    .select(['id as messageId', 'tenant_id as tenantId'])
    .where('provider_message_id', '=', providerMessageId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
