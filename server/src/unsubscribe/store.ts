import type { Kysely } from 'kysely';
import { ERASED } from '../core/text/erased.ts';
import type { Schema } from '../db/schema.ts';
import { parseRecipients } from '../messages/index.ts';

/** The parts of a mail that its unsubscribe page shows. */
export interface LinkedMessage {
  /** The sender as shown. */
  readonly from: string;
  readonly testMode: boolean;
}

/** Returns the message of a link; undefined if it no longer exists or was never accepted. */
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

/**
 * Returns the only recipient of a marketing message of any tenant; undefined if the message or its recipient no longer exists, or if it
 * is not marketing mail.
 */
export async function findMarketingRecipient(
  db: Kysely<Schema>,
  messageId: string,
): Promise<{ tenantId: string; email: string; testMode: boolean } | undefined> {
  const row = await db
    .selectFrom('messages')
    .select(['tenant_id', 'recipients', 'test_mode'])
    .where('id', '=', messageId)
    .where('stream', '=', 'marketing')
    .executeTakeFirst();
  const [recipient] = row === undefined ? [] : parseRecipients(row.recipients);
  if (row === undefined || recipient === undefined || recipient.email === ERASED) return undefined;
  return { tenantId: row.tenant_id, email: recipient.email, testMode: row.test_mode === 1 };
}
