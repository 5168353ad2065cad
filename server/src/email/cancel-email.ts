import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { recordEvents } from '../events/index.ts';
import { cancelMessage, isOpen, messagesMoved, parseRecipients } from '../messages/index.ts';

/** Cancels a message, if no worker has taken it yet. */
export async function cancelEmail(
  app: AppContext,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<{ id: string } | ApiError<'message_not_cancellable' | 'not_found'>> {
  const { db, clock, newId, hooks } = app;
  const now = clock.now();
  return db.transact(async (trx) => {
    const cancelled = await cancelMessage(trx, { tenantId, id, now });
    if (cancelled === undefined) return new ApiError('not_found');
    if (!cancelled.changed) return new ApiError('message_not_cancellable', { status: cancelled.status });
    const at = Math.max(now, cancelled.createdAt);
    const recipients = parseRecipients(cancelled.recipients).filter(isOpen);
    await recordEvents(app, trx, [
      {
        id: newId('evt', at),
        tenantId,
        messageId: id,
        type: 'cancelled',
        recipients: recipients.map(({ email }) => email),
        data: {},
        providerMessageId: null,
        testMode: cancelled.testMode,
        contactId: cancelled.contactId,
        at,
      },
    ]);
    const { broadcastId } = cancelled;
    const stages = { from: { status: 'queued', sent_at: null }, to: { status: 'cancelled', sent_at: null } };
    await hooks.call(messagesMoved, trx, broadcastId === null ? [] : [{ broadcastId, ...stages }]);
    return { id };
  });
}
