import type { ContactStatus } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { deleteUnsubscriptions } from '../suppressions/index.ts';
import { announceContacts, type ContactParts } from './announce-contact.ts';
import { type AttributeFault, readAttributes } from './attributes.ts';
import { type Contact, changeContact } from './contact.ts';
import { holdContacts } from './save-contacts.ts';
import { type ContactKey, findContact, updateContacts } from './store.ts';

export interface ContactChanges {
  readonly attributes?: unknown;
  readonly status?: ContactStatus | undefined;
}

/** Merges attributes into a contact, sets its status, and tells so. */
export async function updateContact(
  parts: ContactParts,
  key: ContactKey,
  { attributes: given, status }: ContactChanges,
): Promise<Contact | AttributeFault | ApiError<'not_found'>> {
  const { app } = parts;
  const { db, clock } = app;
  const attributes = readAttributes(given);
  if (attributes instanceof ApiError) return attributes;
  return db.transact(async (trx) => {
    await holdContacts(trx, key.tenantId);
    const contact = await findContact(trx, key);
    if (contact === undefined) return new ApiError('not_found');
    const changed = changeContact(contact, { attributes, status }, clock.now());
    if (changed instanceof ApiError) return changed;
    await updateContacts(trx, [changed]);
    if (status === 'subscribed') await deleteUnsubscriptions(trx, { tenantId: key.tenantId, emails: [changed.email] });
    await announceContacts(parts, trx, [{ type: 'contact.updated', contact: changed }]);
    return changed;
  });
}
