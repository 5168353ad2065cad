import type { AppContext } from '../../app-context.ts';
import { eraseInValue } from '../../core/text/erased.ts';
import type { Erasure } from '../../suppressions/index.ts';
import { eraseInFailures, FIRST_FAILURE, findFailuresNaming } from './failure-store.ts';
import type { RowFault } from './import.ts';
import { FIRST, findImportsNaming, lockImport, updateQuoted } from './import-store.ts';

const PAGE = 200;

/** Safe because blanking text keeps the shape of a value. */
const blankIn = <T extends readonly RowFault[] | readonly string[] | null>(value: T, email: string) => eraseInValue(value, email) as T;

/** Blanks an address in the rows that could not be used. */
async function eraseFailures({ db }: AppContext, erasure: Erasure): Promise<void> {
  for (let after = FIRST_FAILURE, more = true; more; ) {
    const page = await findFailuresNaming(db.read, erasure, { after, limit: PAGE });
    for (const place of page.filter(({ names }) => names)) await db.transact((trx) => eraseInFailures(trx, place, erasure.email));
    after = page.at(-1) ?? after;
    more = page.length === PAGE;
  }
}

/** Blanks an address in what imports quote of their files. */
export async function eraseImports(app: AppContext, erasure: Erasure): Promise<void> {
  await eraseFailures(app, erasure);
  const { db } = app;
  for (let after = FIRST, more = true; more; ) {
    const page = await findImportsNaming(db.read, erasure, { after, limit: PAGE });
    for (const { id } of page.filter(({ names }) => names))
      await db.transact(async (trx) => {
        // Held, since an import under way adds to them.
        const held = await lockImport(trx, id);
        if (held === undefined) return;
        const errors = blankIn(held.errors, erasure.email);
        // A name of a column is needed as it is while rows are read.
        const header = held.completedAt === null ? held.header : blankIn(held.header, erasure.email);
        await updateQuoted(trx, id, { errors, header });
      });
    after = page.at(-1) ?? after;
    more = page.length === PAGE;
  }
}
