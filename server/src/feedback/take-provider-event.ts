import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { applyFeedback } from '../messages/outcomes/index.ts';
import type { GivenEvent } from '../reports/given-event.ts';
import { findMessageById, findMessageByProviderId } from './store.ts';
import { toFeedbackReport } from './to-feedback-report.ts';

/** Applies a provider's event to the message that it is about. */
export async function takeProviderEvent(app: AppContext, event: GivenEvent): Promise<{ messageId: string } | ApiError<'not_found'>> {
  const { db } = app;
  const { message_id: id, provider_message_id: providerId = '' } = event;
  const message = id === undefined ? await findMessageByProviderId(db.read, providerId) : await findMessageById(db.read, id);
  if (message === undefined) return new ApiError('not_found');
  await db.transact((trx) =>
    applyFeedback(app, trx, [{ tenantId: message.tenantId, messageId: message.messageId, reports: [toFeedbackReport(event)] }]),
  );
  return { messageId: message.messageId };
}
