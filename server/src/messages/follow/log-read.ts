import { notification, question } from '../../core/hooks.ts';
import type { Trx } from '../../db/dialect.ts';
import type { LogEntry } from './log-store.ts';
import type { PageCount } from './page-count.ts';
import type { LogEvent } from './past-event-store.ts';

/** A part of the logs of some tenants. Each message and event is in one part, once. */
export interface LogStretch {
  /** Without mail of broadcasts, which `bulkAccepted` has announced; but with that from before there were cursors. */
  readonly messages: readonly LogEntry[];
  /** Events from before there were cursors; `eventsRecorded` announces the others. */
  readonly events: readonly LogEvent[];
}

/** Called with each part that was read, in the transaction that moves the cursors beyond it and has locked them. */
export const logRead = notification<[trx: Trx, stretch: LogStretch]>('log read');

/** Asks features to do a page of their own work under the lock on the cursors, and how large it was. Each run of the job asks before it reads on, until nobody has more. */
export const catchUpPage = question<[], PageCount>('catch-up page');
