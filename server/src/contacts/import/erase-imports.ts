import type { AppContext } from '../../app-context.ts';
import { eraseInText, eraseInValue } from '../../core/text/erased.ts';
import { walkPages } from '../../core/walk-pages.ts';
import { BEFORE_ALL } from '../../db/keyset.ts';
import type { Erasure } from '../../suppressions/index.ts';
import { eraseInFailures, FIRST_FAILURE, findFailuresNaming } from './failure-store.ts';
import type { RowFault } from './import.ts';
import { findImportsNaming, lockImport, updateQuoted } from './import-store.ts';

const PAGE = 200;

/** Safe because blanking text keeps the shape of a value. */
const blankIn = <T extends readonly RowFault[] | readonly string[] | null>(value: T, email: string) => eraseInValue(value, email) as T;

/** Blanks an address in the rows that could not be used. */
async function eraseFailures({ db }: AppContext, erasure: Erasure): Promise<void> {
  for await (const page of walkPages({ first: FIRST_FAILURE, limit: PAGE }, (asked) => findFailuresNaming(db.read, erasure, asked))) {
    for (const place of page.filter(({ names }) => names)) await db.transact((trx) => eraseInFailures(trx, place, erasure.email));
  }
}

/** Blanks an address in the parts of files that imports quote, and in the file names. */
export async function eraseImports(app: AppContext, erasure: Erasure): Promise<void> {
  await eraseFailures(app, erasure);
  const { db } = app;
  for await (const page of walkPages({ first: BEFORE_ALL, limit: PAGE }, (asked) => findImportsNaming(db.read, erasure, asked))) {
    for (const { id } of page.filter(({ names }) => names))
      await db.transact(async (trx) => {
        // Locked, since a running import adds to them.
        const held = await lockImport(trx, id);
        if (held === undefined) return;
        const errors = blankIn(held.errors, erasure.email);
        // Column names are needed unchanged while rows are read.
        const header = held.completedAt === null ? held.header : blankIn(held.header, erasure.email);
        await updateQuoted(trx, id, { errors, header, fileName: eraseInText(held.fileName, erasure.email) });
      });
  }
}
