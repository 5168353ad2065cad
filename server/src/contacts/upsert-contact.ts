import { ApiError } from '../core/api-error.ts';
import { announceContacts, type ContactParts } from './announce-contact.ts';
import type { ContactEntry, SavedContact, SaveFault } from './contact.ts';
import { holdContacts, saveContacts } from './save-contacts.ts';

/** Makes a contact, or changes the one that has the address, and tells so. */
export function upsertContact(parts: ContactParts, tenantId: string, entry: ContactEntry): Promise<SavedContact | SaveFault> {
  const { app } = parts;
  return app.db.transact(async (trx) => {
    const room = await holdContacts(trx, tenantId);
    if (room === undefined) throw new Error('the tenant is gone');
    const [saved] = await saveContacts(app, trx, { tenantId, entries: [entry], room });
    if (saved === undefined) throw new Error('an entry has one result');
    if (saved instanceof ApiError) return saved;
    await announceContacts(parts, trx, [{ type: saved.created ? 'contact.created' : 'contact.updated', contact: saved.contact }]);
    return saved;
  });
}
