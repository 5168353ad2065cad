import type { Eraser } from '../suppressions/index.ts';
import { type RemovalParts, removeContacts } from './delete-contacts.ts';
import { findContactsOf } from './store.ts';

const PAGE = 100;

/** Deletes the contact of an address, of one tenant or of all. */
export function contactEraser(parts: RemovalParts): Eraser {
  const { db } = parts.app;
  return async ({ tenantId, email }) => {
    for (let more = true; more; ) {
      const keys = await findContactsOf(db.write, { tenantId, email, limit: PAGE });
      if (keys.length > 0) await db.transact((trx) => removeContacts(parts, trx, keys));
      more = keys.length === PAGE;
    }
  };
}
