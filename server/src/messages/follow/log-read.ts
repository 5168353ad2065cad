import { notification, question } from '../../core/hooks.ts';
import type { Trx } from '../../db/dialect.ts';
import type { LogEntry } from './log-store.ts';
import type { PageCount } from './page-count.ts';
import type { LogEvent } from './past-event-store.ts';

/** A stretch of the logs of some tenants. Each message and event is in one stretch, once. */
export interface LogStretch {
  /** Without mail of broadcasts, of which `bulkAccepted` told when it was made; that from before there were cursors is in it. */
  readonly messages: readonly LogEntry[];
  /** Those from before there were cursors; of others `eventsRecorded` told. */
  readonly events: readonly LogEvent[];
}

/** Called with each stretch that was read, in the transaction that moves the cursors beyond it and has the lock on them. */
export const logRead = notification<[trx: Trx, stretch: LogStretch]>('log read');

/** To do a page of a feature's own work under the lock on the cursors. Each run of the job asks for it before it reads on, page after page until nobody has more; the answer says how large the page was. */
export const catchUpPage = question<[], PageCount>('catch-up page');
