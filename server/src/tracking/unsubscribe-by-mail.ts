import type { AppContext } from '../app-context.ts';
import { unsubscribe } from '../contacts/index.ts';
import { findMarketingRecipient } from './store.ts';
import { messageOfLocalPart } from './tokens.ts';

/** Mail to the addresses that List-Unsubscribe names; whatever it says, who wrote there wants no more. */
export interface UnsubscribeByMail {
  /** The message that a local part stands for; undefined for one that is not ours. */
  messageOf(localPart: string): string | undefined;
  /** Unsubscribes the recipient of a message; who was erased, or of a message that is gone, is let be. */
  take(messageId: string): Promise<void>;
}

export function unsubscribeByMail(app: AppContext): UnsubscribeByMail {
  const { db, log, secrets } = app;
  return {
    messageOf: (localPart) => messageOfLocalPart(secrets, localPart),
    async take(messageId) {
      const recipient = await findMarketingRecipient(db.read, messageId);
      log.info({ message_id: messageId, known: recipient !== undefined }, 'mail to unsubscribe');
      if (recipient !== undefined) await db.transact((trx) => unsubscribe(app, trx, [{ ...recipient, sourceMessageId: messageId }]));
    },
  };
}
