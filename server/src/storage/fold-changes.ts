import type { AppContext } from '../app-context.ts';
import { addChanges, listChanged } from './store.ts';

const PAGE = 100;

/** Adds what has changed to the figures of the tenants, which keeps the list of changes short; returns how many tenants had some. */
export async function foldChanges({ db }: Pick<AppContext, 'db'>): Promise<number> {
  let folded = 0;
  for (let after = '', more = true; more; ) {
    const page: string[] = await listChanged(db.read, { after, limit: PAGE });
    if (page.length > 0) await db.transact((trx) => addChanges(trx, page));
    folded += page.length;
    after = page.at(-1) ?? after;
    more = page.length === PAGE;
  }
  return folded;
}
