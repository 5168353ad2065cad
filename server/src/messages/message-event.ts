import type { AppContext } from '../app-context.ts';
import type { MessageEvent } from '../events/index.ts';
import type { Meter } from '../meters/store.ts';
import type { DraftMessage, Message, StateEvent } from './message.ts';
import type { StartedMessage } from './start-message.ts';

/**
 * Returns the time of something that happens to a message now, epoch milliseconds: not before the message's own time, which may be ahead of
 * the clock in a burst.
 */
export const momentOf = ({ createdAt }: Message, now: number): number => Math.max(now, createdAt);

/** Returns the event to record for something that happened to a message. */
export function toMessageEvent(
  { newId }: AppContext,
  message: Message,
  { at, ...event }: StateEvent & { readonly at: number },
): MessageEvent {
  const { id: messageId, tenantId, providerMessageId, testMode, contactId, domainId, stream, broadcastId } = message;
  const of = { messageId, tenantId, providerMessageId, testMode, contactId, domainId, stream, broadcastId };
  return { ...event, ...of, id: newId('evt', at), at };
}

interface Begun extends StartedMessage {
  readonly message: DraftMessage;
  readonly createdAt: number;
}

/** Returns the events to record for a new message. */
export function startEventsOf({ newId }: Pick<AppContext, 'newId'>, { message, state, events, createdAt: at }: Begun): MessageEvent[] {
  const { id: messageId, tenantId, testMode, domainId, stream, contactId = null } = message;
  const of = { messageId, tenantId, testMode, contactId, domainId, stream, broadcastId: null };
  const { providerMessageId } = state;
  return events.map((event) => ({ ...event, ...of, providerMessageId, id: newId('evt', at), at }));
}

const LISTED: readonly string[] = ['delivery', 'bounce', 'complaint'];

/** Gives a simulated outcome its own time in the tenant's log of test events. Returns other events unchanged. */
export function placeInTestLog(event: MessageEvent, meter: Meter | undefined): MessageEvent {
  if (meter === undefined || !event.testMode || !LISTED.includes(event.type)) return event;
  meter.lastTestEventAt = Math.max(event.at, meter.lastTestEventAt + 1);
  return { ...event, at: meter.lastTestEventAt, testPosition: meter.lastTestEventAt };
}
