import type { AppContext } from '../app-context.ts';
import { walkPages } from '../core/walk-pages.ts';
import { addChanges, listChanged } from './store.ts';

const PAGE = 100;

/** Adds pending changes to the figures of the tenants, which keeps the list of changes short; returns how many tenants had some. */
export async function foldChanges({ db }: Pick<AppContext, 'db'>): Promise<number> {
  let folded = 0;
  for await (const page of walkPages({ first: '', limit: PAGE }, (asked) => listChanged(db.read, asked))) {
    await db.transact((trx) => addChanges(trx, page));
    folded += page.length;
  }
  return folded;
}
