import type { AppContext } from '../../app-context.ts';
import { eraseInValue } from '../../core/erased.ts';
import type { Eraser } from '../../suppressions/index.ts';
import { parseErrors } from './import.ts';
import { FIRST, findImportsNaming, lockImport, updateErrors } from './import-store.ts';

const PAGE = 200;

/** Blanks an address in the errors of imports. */
export function importEraser({ db }: AppContext): Eraser {
  const erase = (id: string, email: string) =>
    db.transact(async (trx) => {
      // Held, since an import under way adds to them.
      const row = await lockImport(trx, id);
      if (row !== undefined) await updateErrors(trx, id, JSON.stringify(eraseInValue(parseErrors(row.errors), email)));
    });
  return async (erasure) => {
    for (let after = FIRST, more = true; more; ) {
      const page = await findImportsNaming(db.read, erasure, { after, limit: PAGE });
      for (const { id } of page.filter(({ names }) => names)) await erase(id, erasure.email);
      after = page.at(-1) ?? after;
      more = page.length === PAGE;
    }
  };
}
