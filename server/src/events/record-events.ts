import type { Trx } from '../db/dialect.ts';
import { insertEvents, type MessageEvent } from './store.ts';

/** Hears of every batch of events inside its transaction. */
export type EventSubscriber = (trx: Trx, events: readonly MessageEvent[]) => Promise<void>;

export type RecordEvents = (trx: Trx, events: readonly MessageEvent[]) => Promise<void>;

/** The one way in which events are written: once, with everything that follows from them in the same transaction. */
export function eventRecorder(subscribers: readonly EventSubscriber[]): RecordEvents {
  return async (trx, events) => {
    if (events.length === 0) return;
    await insertEvents(trx, events);
    for (const notify of subscribers) await notify(trx, events);
  };
}
