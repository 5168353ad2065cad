import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import type { MessageEvent } from '../events/index.ts';
import { countsOf, hourOf, type StatCount, sumUp } from './count.ts';
import { insertDeltas } from './delta-store.ts';
import { addToHours } from './hour-store.ts';

/** Stores counts in the transaction in which they arose. They are appended where adding them to the hour would wait for others. */
async function addCounts({ db, newId }: AppContext, trx: Trx, counts: readonly StatCount[]): Promise<void> {
  const sums = sumUp(counts);
  if (db.writers === 'one') return addToHours(trx, sums);
  const deltas = sums.map((count) => ({ ...count, id: newId('std', count.hour) }));
  await insertDeltas(trx, deltas);
}

/** Counts events that are being recorded. */
export const recordEventCounts = (app: AppContext, trx: Trx, events: readonly MessageEvent[]): Promise<void> =>
  addCounts(app, trx, countsOf(events));

/** The messages of a page of a broadcast. */
export interface CountedPage {
  readonly tenantId: string;
  readonly broadcastId: string;
  readonly domainId: string;
  readonly createdAt: number;
  readonly count: number;
}

/** Counts emails of a broadcast that are being created; following the log leaves them out. */
export async function recordPageCount(app: AppContext, trx: Trx, page: CountedPage): Promise<void> {
  const { tenantId, broadcastId, domainId, createdAt, count } = page;
  const place = { tenantId, broadcastId, domainId, hour: hourOf(createdAt), stream: 'marketing', testMode: false };
  if (count > 0) await addCounts(app, trx, [{ ...place, measure: 'accepted', count }]);
}
