import { awaitedEvents } from '@posthorn/contract';
import type { Trx } from '../../db/dialect.ts';
import { isOfProgram, type MessageEvent } from '../../events/index.ts';
import { wakeWaiting } from '../mail/mail-store.ts';
import { type WakeParts, wake } from './wake.ts';

/** Wakes enrollments that wait for one of these events, in the transaction that records the events. */
export async function wakeOnEvent(parts: WakeParts, trx: Trx, events: readonly MessageEvent[]): Promise<void> {
  // Mail of automations goes to contacts; other mail costs no look-up.
  const isAwaited = (event: MessageEvent) => awaitedEvents.some((known) => known === event.type) && !isOfProgram(event);
  const awaited = events.filter((event) => event.contactId !== null && isAwaited(event));
  if (awaited.length === 0) return;
  const { clock } = parts.app;
  const messageIds = [...new Set(awaited.map(({ messageId }) => messageId))];
  const woken = await wakeWaiting(trx, { messageIds, events: awaited.map(({ type }) => type), now: clock.now() });
  await wake(parts, trx, woken);
}
