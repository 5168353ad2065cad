import type { AppContext } from '../app-context.ts';
import { HELD, lockLogCursors, type PageCount } from '../messages/follow/index.ts';
import { sumUp } from './count.ts';
import { takeDeltas } from './delta-store.ts';
import { addToHours } from './hour-store.ts';

const PAGE = 2000;

/** Moves a page of appended counts into the hours. */
export async function foldDeltas({ db, priority }: Pick<AppContext, 'db' | 'priority'>): Promise<PageCount> {
  await priority.yieldToForeground();
  return db.transact(async (trx) => {
    if (!(await lockLogCursors(trx))) return HELD;
    const counts = await takeDeltas(trx, PAGE);
    await addToHours(trx, sumUp(counts));
    return { handled: counts.length, more: counts.length === PAGE };
  });
}
