import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { recordEvents } from '../events/index.ts';
import { cancellationOf, cancelMessage, messagesMoved } from '../messages/index.ts';

/** Cancels a message that is queued or scheduled, and that no worker has claimed. Returns its id, or why it cannot be cancelled. */
export async function cancelEmail(
  app: AppContext,
  ref: ObjectRef,
): Promise<{ id: string } | ApiError<'message_not_cancellable' | 'not_found'>> {
  const now = app.clock.now();
  return app.db.transact(async (trx) => {
    const cancelled = await cancelMessage(trx, { ...ref, now });
    if (cancelled === undefined) return new ApiError('not_found');
    const { changed, message } = cancelled;
    if (!changed) return new ApiError('message_not_cancellable', { status: message.status });
    await recordEvents(app, trx, [cancellationOf(app, message, now)]);
    const { broadcastId } = message;
    const stages = { from: { status: 'queued', sentAt: null }, to: { status: message.status, sentAt: null } };
    await app.hooks.notify(messagesMoved, trx, broadcastId === null ? [] : [{ broadcastId, ...stages }]);
    return { id: message.id };
  });
}
