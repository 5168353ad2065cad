import type { AppContext } from '../app-context.ts';
import { findContactsByEmail } from '../contacts/index.ts';
import { normalizeEmail } from '../core/email-address.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { holdMeters } from '../meters/hold-store.ts';
import { deleteMembersOf } from './member-store.ts';
import { findAudience } from './store.ts';

/** Returns the id of the contact that an id or an address names; what was given, if no contact has the address. */
async function findNamed({ db }: AppContext, tenantId: string, named: string): Promise<string> {
  // No id has an @.
  if (!named.includes('@')) return named;
  const [found] = await findContactsByEmail(db.read, [{ tenantId, email: normalizeEmail(named) }]);
  return found?.id ?? named;
}

/** Removes a contact, named by its id or its address, from an audience, if it is a member. */
export async function removeMember(app: AppContext, ref: ObjectRef, named: string): Promise<{ contactId: string } | ApiError<'not_found'>> {
  const { db } = app;
  if ((await findAudience(db.read, ref)) === undefined) return new ApiError('not_found');
  const contactId = await findNamed(app, ref.tenantId, named);
  await db.transact(async (trx) => {
    await holdMeters(trx, [ref.tenantId]);
    await deleteMembersOf(trx, ref, [contactId]);
  });
  return { contactId };
}
