import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Erasure } from '../suppressions/index.ts';
import { deleteSpooled, findLaidAside } from './spool/spool-store.ts';

/** Mails removed in one step. */
const PAGE = 100;

/** Removes mail that was laid aside unread, with what there is of its source, where its envelope names an address. */
export async function eraseLaidAside(
  { app: { db }, blobs }: { readonly app: AppContext; readonly blobs: Pick<Blobs, 'delete'> },
  erasure: Erasure,
): Promise<void> {
  for (let found = PAGE; found === PAGE; ) {
    const page = await findLaidAside(db.read, erasure, PAGE);
    // The bytes first: a run that is cut short finds the row again.
    await blobs.delete(page.map(({ source }) => source));
    await db.transact(async (trx) => {
      for (const { id } of page) await deleteSpooled(trx, id);
    });
    found = page.length;
  }
}
