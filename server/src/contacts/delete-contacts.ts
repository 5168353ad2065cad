import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { ObjectRef } from '../core/context.ts';
import type { Trx } from '../db/dialect.ts';
import { addToContactCounts, lockContactCounts } from '../tenants/index.ts';
import { deleteContactRows, findContact } from './store.ts';

/** Removes what a higher feature keeps of contacts that are being deleted, in the same transaction. */
export type ContactRemoval = (trx: Trx, contactIds: readonly string[]) => Promise<void>;

export interface RemovalParts {
  readonly app: AppContext;
  /** One of every feature whose rows belong to contacts. */
  readonly removals: readonly ContactRemoval[];
}

/** Removes contacts with everything that belongs to them, and returns those that were there. */
export async function removeContacts({ removals }: RemovalParts, trx: Trx, refs: readonly ObjectRef[]) {
  await lockContactCounts(trx, [...new Set(refs.map(({ tenantId }) => tenantId))]);
  const ids = refs.map(({ id }) => id);
  for (const remove of removals) await remove(trx, ids);
  const deleted = await deleteContactRows(trx, ids);
  const byTenant = Map.groupBy(deleted, ({ tenantId }) => tenantId);
  await addToContactCounts(trx, new Map([...byTenant].map(([tenantId, gone]) => [tenantId, -gone.length])));
  return deleted;
}

/** Deletes a contact of a tenant; messages and suppressions of its address remain. */
export function deleteContact(parts: RemovalParts, ref: ObjectRef): Promise<{ id: string; email: string } | ApiError<'not_found'>> {
  return parts.app.db.transact(async (trx) => {
    if ((await findContact(trx, ref)) === undefined) return new ApiError('not_found');
    const [deleted] = await removeContacts(parts, trx, [ref]);
    return deleted ?? new ApiError('not_found');
  });
}
