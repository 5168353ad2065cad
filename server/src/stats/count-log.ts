import type { Trx } from '../db/dialect.ts';
import type { LogStretch } from '../messages/follow/index.ts';
import { acceptedOf, countsOf, sumUp } from './count.ts';
import { addToHours } from './hour-store.ts';

/** Counts a stretch of the log. */
export const countLog = (trx: Trx, { messages, events }: LogStretch): Promise<void> =>
  addToHours(trx, sumUp([...messages.map(acceptedOf), ...countsOf(events)]));
