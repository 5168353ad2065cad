import type { AppContext } from '../app-context.ts';
import { lockFollowing } from '../messages/index.ts';
import { sumUp } from './count.ts';
import { takeDeltas } from './delta-store.ts';
import { addToHours } from './hour-store.ts';

const PAGE = 2000;

/** Moves a page of what was appended into the hours; returns how many there were, and none while another process does it. */
export async function foldDeltas({ db, priority }: Pick<AppContext, 'db' | 'priority'>): Promise<{ handled: number; more: boolean }> {
  await priority.wait();
  const handled = await db.transact(async (trx) => {
    if (!(await lockFollowing(trx))) return 0;
    const counts = await takeDeltas(trx, PAGE);
    await addToHours(trx, sumUp(counts));
    return counts.length;
  });
  return { handled, more: handled === PAGE };
}
