import type { AppContext } from '../../app-context.ts';
import { type ErasedObject, eraseObjects, listEntriesOn } from './store.ts';

/** Blanks an address in the audit log of one tenant, or of all tenants. */
export async function eraseInAudit({ db }: AppContext, erased: ErasedObject): Promise<void> {
  const ids = await listEntriesOn(db.read, erased);
  if (ids.length > 0) await db.transact((trx) => eraseObjects(trx, ids));
}
