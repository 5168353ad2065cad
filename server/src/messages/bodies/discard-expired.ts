import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import { lockExpired, removeStaged } from './staged-store.ts';

/** Bodies of one transaction: few, since they are large. */
const PAGE = 16;

/** Deletes staged bodies that expired before their messages were accepted, about `limit` at most. Returns how many. */
export async function discardExpired({ db, clock }: Pick<AppContext, 'db' | 'clock'>, limit: number): Promise<number> {
  async function discardPage(trx: Trx): Promise<number> {
    const ids = await lockExpired(trx, { now: clock.now(), limit: PAGE });
    await removeStaged(trx, ids);
    return ids.length;
  }

  let discarded = 0;
  for (let page = PAGE; page === PAGE && discarded < limit; discarded += page) page = await db.transact(discardPage);
  return discarded;
}
