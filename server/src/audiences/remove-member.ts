import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { ObjectRef } from '../core/context.ts';
import { lockContactCounts } from '../tenants/index.ts';
import { deleteMembersOf } from './member-store.ts';
import { findAudience } from './store.ts';

/** Removes a contact from an audience, if it is a member. */
export async function removeMember(
  { db }: AppContext,
  ref: ObjectRef,
  contactId: string,
): Promise<{ contactId: string } | ApiError<'not_found'>> {
  if ((await findAudience(db.read, ref)) === undefined) return new ApiError('not_found');
  await db.transact(async (trx) => {
    await lockContactCounts(trx, [ref.tenantId]);
    await deleteMembersOf(trx, ref, [contactId]);
  });
  return { contactId };
}
