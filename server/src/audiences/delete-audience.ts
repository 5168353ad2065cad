import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { holdMeters } from '../meters/hold-store.ts';
import { deleteMembers } from './member-store.ts';
import { deleteDisowned, disownAudience, listDisowned } from './store.ts';

const MEMBERS_A_PAGE = 500;
const AUDIENCES_A_RUN = 100;

async function removeMembers({ db }: AppContext, id: string): Promise<number> {
  let removed = 0;
  for (let page = MEMBERS_A_PAGE; page === MEMBERS_A_PAGE; removed += page) {
    page = await db.transact((trx) => deleteMembers(trx, id, MEMBERS_A_PAGE));
  }
  await db.transact((trx) => deleteDisowned(trx, id));
  return removed;
}

/** Deletes an audience: it disappears at once, and its memberships are removed in pages before the answer. */
export async function deleteAudience(app: AppContext, ref: ObjectRef): Promise<{ id: string } | ApiError<'not_found'>> {
  const disowned = await app.db.transact(async (trx) => {
    // Adding members takes this lock too: they are there by then, or find no audience.
    await holdMeters(trx, [ref.tenantId]);
    return disownAudience(trx, ref);
  });
  if (!disowned) return new ApiError('not_found');
  await removeMembers(app, ref.id);
  return { id: ref.id };
}

/** Finishes interrupted deletions; returns the number of memberships removed. */
export async function purgeDisowned(app: AppContext): Promise<number> {
  let removed = 0;
  for (const id of await listDisowned(app.db.write, AUDIENCES_A_RUN)) removed += await removeMembers(app, id);
  return removed;
}
