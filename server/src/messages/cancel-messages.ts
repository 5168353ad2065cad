import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import { type MessageEvent, recordEvents } from '../events/index.ts';
import { cancelLocked } from './bulk/broadcast-store.ts';
import type { Message } from './message.ts';
import { momentOf, toMessageEvent } from './message-event.ts';
import { messagesMoved, movesOf } from './message-move.ts';
import { isOpen } from './recipients.ts';
import { statusBy } from './transitions.ts';

/** Returns the event of a message that was cancelled. */
export function cancellationOf(app: AppContext, message: Message, now: number): MessageEvent {
  const recipients = message.recipients.filter(isOpen).map(({ email }) => email);
  return toMessageEvent(app, message, { type: 'cancelled', recipients, data: {}, at: momentOf(message, now) });
}

/** Cancels locked messages of broadcasts that wait, and records that. The reason is shown as the detail of their recipients. */
export async function cancelMessages(
  app: AppContext,
  trx: Trx,
  { messages, reason }: { messages: readonly Message[]; reason: string },
): Promise<void> {
  if (messages.length === 0) return;
  const now = app.clock.now();
  const cancelled = messages.map(({ id, recipients }) => ({ id, recipients: recipients.map((one) => ({ ...one, detail: reason })) }));
  await cancelLocked(trx, { messages: cancelled, now });
  const events = messages.map((message) => cancellationOf(app, message, now));
  await recordEvents(app, trx, events);
  const stages = messages.map(({ id }) => [id, { status: statusBy('cancel'), sentAt: null }] as const);
  await app.hooks.notify(messagesMoved, trx, movesOf(messages, new Map(stages)));
}
