import type { ContactStatus } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { deleteUnsubscriptions } from '../suppressions/index.ts';
import { announceContacts } from './announce-contact.ts';
import { type AttributeFault, readAttributes } from './attributes.ts';
import { writeChanges } from './change-contacts.ts';
import { type Contact, changeContact } from './contact.ts';
import { lockContacts } from './save-contacts.ts';
import { findContact } from './store.ts';

export interface ContactChanges {
  readonly attributes?: unknown;
  readonly status?: ContactStatus | undefined;
}

/** Merges attributes into a contact, sets its status, and announces it. */
export async function updateContact(
  app: AppContext,
  ref: ObjectRef,
  body: () => ContactChanges,
): Promise<Contact | AttributeFault | ApiError<'not_found'>> {
  const { db, clock } = app;
  if ((await findContact(db.read, ref)) === undefined) return new ApiError('not_found');
  const { attributes: given, status } = body();
  const attributes = readAttributes(given);
  if (attributes instanceof ApiError) return attributes;
  return db.transact(async (trx) => {
    await lockContacts(trx, ref.tenantId);
    const contact = await findContact(trx, ref);
    if (contact === undefined) return new ApiError('not_found');
    const changed = changeContact(contact, { attributes, status }, clock.now());
    if (changed instanceof ApiError) return changed;
    await writeChanges(app, trx, { before: [contact], after: [changed] });
    if (status === 'subscribed') await deleteUnsubscriptions(trx, { tenantId: ref.tenantId, emails: [changed.email] });
    await announceContacts(app, trx, [{ type: 'contact.updated', contact: changed }]);
    return changed;
  });
}
