import { notification, question } from '../../core/hooks.ts';
import type { Trx } from '../../db/dialect.ts';
import type { LogEntry } from './log-store.ts';
import type { PageCount } from './page-count.ts';
import type { LogEvent } from './past-event-store.ts';

/** A part of the logs of some tenants. Each message and event is in exactly one part. */
export interface LogStretch {
  /** Without mail of broadcasts, which `bulkAccepted` has announced, except that from before cursors existed. */
  readonly messages: readonly LogEntry[];
  /** Events from before cursors existed; `eventsRecorded` announces the others. */
  readonly events: readonly LogEvent[];
}

/** Called with each part that was read, in the transaction that moves the cursors beyond it and has locked them. */
export const logRead = notification<[trx: Trx, stretch: LogStretch]>('log read');

/**
 * Asks features to do a page of their own work under the lock on the cursors, and returns its size. Each run of the job asks before it
 * reads on, until nobody has more.
 */
export const catchUpPage = question<[], PageCount>('catch-up page');
