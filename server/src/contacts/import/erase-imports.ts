import type { AppContext } from '../../app-context.ts';
import { eraseInValue } from '../../core/erased.ts';
import type { Erasure } from '../../suppressions/index.ts';
import type { RowFault } from './import.ts';
import { FIRST, findImportsNaming, lockImport, updateErrors } from './import-store.ts';

const PAGE = 200;

/** Safe because blanking text keeps the shape of a value. */
const blankIn = (errors: readonly RowFault[], email: string) => eraseInValue(errors, email) as readonly RowFault[];

/** Blanks an address in the errors of imports. */
export async function eraseImports({ db }: AppContext, erasure: Erasure): Promise<void> {
  for (let after = FIRST, more = true; more; ) {
    const page = await findImportsNaming(db.read, erasure, { after, limit: PAGE });
    for (const { id } of page.filter(({ names }) => names))
      await db.transact(async (trx) => {
        // Held, since an import under way adds to them.
        const held = await lockImport(trx, id);
        if (held !== undefined) await updateErrors(trx, id, blankIn(held.errors, erasure.email));
      });
    after = page.at(-1) ?? after;
    more = page.length === PAGE;
  }
}
