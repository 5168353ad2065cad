import type { AppContext } from '../app-context.ts';
import { unsubscribe } from '../contacts/index.ts';
import { findMarketingRecipient } from './store.ts';

/**
 * Unsubscribes the recipient of a message when mail arrives at its List-Unsubscribe address, whatever that mail says. An erased
 * recipient, or a message that no longer exists, is ignored.
 */
export async function unsubscribeByMail(app: AppContext, messageId: string): Promise<void> {
  const { db, log } = app;
  const recipient = await findMarketingRecipient(db.read, messageId);
  log.info({ message_id: messageId, known: recipient !== undefined }, 'mail to unsubscribe');
  if (recipient !== undefined) await db.transact((trx) => unsubscribe(app, trx, [{ ...recipient, sourceMessageId: messageId }]));
}
