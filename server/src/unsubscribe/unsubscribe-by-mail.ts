import type { AppContext } from '../app-context.ts';
import { unsubscribe } from '../contacts/index.ts';
import { findMarketingRecipient } from './store.ts';

/**
 * Unsubscribes the recipient of a message, whose address for that in List-Unsubscribe got a mail: whatever it says, who wrote
 * there wants no more. Who was erased, or got a message that is gone, is let be.
 */
export async function unsubscribeByMail(app: AppContext, messageId: string): Promise<void> {
  const { db, log } = app;
  const recipient = await findMarketingRecipient(db.read, messageId);
  log.info({ message_id: messageId, known: recipient !== undefined }, 'mail to unsubscribe');
  if (recipient !== undefined) await db.transact((trx) => unsubscribe(app, trx, [{ ...recipient, sourceMessageId: messageId }]));
}
