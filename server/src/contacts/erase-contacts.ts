import type { AppContext } from '../app-context.ts';
import type { Erasure } from '../suppressions/index.ts';
import { removeContacts } from './delete-contacts.ts';
import { findContactsOf } from './store.ts';

const PAGE = 100;

/** Deletes the contact of an address, for one tenant or for all. */
export async function eraseContacts(app: AppContext, { tenantId, email }: Erasure): Promise<void> {
  const { db } = app;
  for (let more = true; more; ) {
    const keys = await findContactsOf(db.write, { tenantId, email, limit: PAGE });
    if (keys.length > 0) await db.transact((trx) => removeContacts(app, trx, keys));
    more = keys.length === PAGE;
  }
}
