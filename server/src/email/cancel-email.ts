import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { ObjectRef } from '../core/context.ts';
import { type MessageEvent, recordEvents } from '../events/index.ts';
import { cancelMessage, isOpen, messagesMoved, parseRecipients } from '../messages/index.ts';

type Cancelled = NonNullable<Awaited<ReturnType<typeof cancelMessage>>>;

function toEvent({ newId }: AppContext, { tenantId, id: messageId }: ObjectRef, cancelled: Cancelled & { at: number }): MessageEvent {
  const { recipients, testMode, contactId, at } = cancelled;
  return {
    id: newId('evt', at),
    tenantId,
    messageId,
    type: 'cancelled',
    recipients: parseRecipients(recipients)
      .filter(isOpen)
      .map(({ email }) => email),
    data: {},
    providerMessageId: null,
    testMode,
    contactId,
    at,
  };
}

/** Cancels a message, if no worker has taken it yet. */
export async function cancelEmail(
  app: AppContext,
  message: ObjectRef,
): Promise<{ id: string } | ApiError<'message_not_cancellable' | 'not_found'>> {
  const now = app.clock.now();
  return app.db.transact(async (trx) => {
    const cancelled = await cancelMessage(trx, { ...message, now });
    if (cancelled === undefined) return new ApiError('not_found');
    if (!cancelled.changed) return new ApiError('message_not_cancellable', { status: cancelled.status });
    const at = Math.max(now, cancelled.createdAt);
    await recordEvents(app, trx, [toEvent(app, message, { ...cancelled, at })]);
    const { broadcastId } = cancelled;
    const stages = { from: { status: 'queued', sent_at: null }, to: { status: 'cancelled', sent_at: null } };
    await app.hooks.call(messagesMoved, trx, broadcastId === null ? [] : [{ broadcastId, ...stages }]);
    return { id: message.id };
  });
}
