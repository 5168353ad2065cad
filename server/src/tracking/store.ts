import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** What an unsubscribe page says of the mail that led to it. */
export interface LinkedMessage {
  /** The sender as shown. */
  readonly from: string;
  readonly testMode: boolean;
}

/** Undefined for a message that is gone, or was never accepted. */
export async function findLinkedMessage(
  db: Kysely<Schema>,
  { tenantId, messageId }: { tenantId: string; messageId: string },
): Promise<LinkedMessage | undefined> {
  const row = await db
    .selectFrom('messages')
    .select(['from_address', 'test_mode'])
    .where('id', '=', messageId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row && { from: row.from_address, testMode: row.test_mode === 1 };
}
