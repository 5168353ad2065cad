import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { notification } from '../core/hooks.ts';
import type { ObjectRef } from '../core/request/context.ts';
import type { Trx } from '../db/dialect.ts';
import { addToContactCounts } from '../meters/contact-count-store.ts';
import { holdMeters } from '../meters/hold-store.ts';
import { deleteContactRows, findContact } from './store.ts';

/** Called before contacts are deleted, in the same transaction, so that features delete what they store about them. */
export const contactsRemoved = notification<[trx: Trx, contactIds: readonly string[]]>('contacts removed');

/** Removes contacts with everything that belongs to them, and returns those that existed. */
export async function removeContacts({ hooks }: AppContext, trx: Trx, refs: readonly ObjectRef[]) {
  await holdMeters(trx, [...new Set(refs.map(({ tenantId }) => tenantId))]);
  const ids = refs.map(({ id }) => id);
  await hooks.notify(contactsRemoved, trx, ids);
  const deleted = await deleteContactRows(trx, ids);
  const byTenant = Map.groupBy(deleted, ({ tenantId }) => tenantId);
  await addToContactCounts(trx, new Map([...byTenant].map(([tenantId, gone]) => [tenantId, -gone.length])));
  return deleted;
}

/** Deletes a contact of a tenant; messages and suppressions of its address remain. */
export function deleteContact(app: AppContext, ref: ObjectRef): Promise<{ id: string; email: string } | ApiError<'not_found'>> {
  return app.db.transact(async (trx) => {
    if ((await findContact(trx, ref)) === undefined) return new ApiError('not_found');
    const [deleted] = await removeContacts(app, trx, [ref]);
    return deleted ?? new ApiError('not_found');
  });
}
