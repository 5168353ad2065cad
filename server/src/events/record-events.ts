import type { AppContext } from '../app-context.ts';
import { notification } from '../core/hooks.ts';
import type { Trx } from '../db/dialect.ts';
import { insertEvents, type MessageEvent } from './store.ts';

/** Called with every batch of events inside its transaction. */
export const eventsRecorded = notification<[trx: Trx, events: readonly MessageEvent[]]>('events recorded');

/** Records events, and has happen in the same transaction what follows from them; the one way in which events are written. */
export async function recordEvents({ hooks }: Pick<AppContext, 'hooks'>, trx: Trx, events: readonly MessageEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(trx, events);
  await hooks.notify(eventsRecorded, trx, events);
}
