import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { deleteDisowned, deleteEnrollments, disownAutomation } from './enrollments/removal-store.ts';

const PAGE = 500;

/** Removes the enrollments of an automation that belongs to no tenant any more, in pages, and then the automation. Returns how many. */
export async function removeAll({ db }: AppContext, automationId: string): Promise<number> {
  let removed = 0;
  for (let page = PAGE; page === PAGE; removed += page) {
    page = await db.transact((trx) => deleteEnrollments(trx, { automationId, limit: PAGE }));
  }
  await db.transact((trx) => deleteDisowned(trx, automationId));
  return removed;
}

/** Deletes an automation. It disappears at once; its enrollments are removed in pages before the response. */
export async function deleteAutomation(app: AppContext, key: ObjectRef): Promise<{ id: string } | ApiError<'not_found'>> {
  const disowned = await app.db.transact((trx) => disownAutomation(trx, key));
  if (!disowned) return new ApiError('not_found');
  await removeAll(app, key.id);
  return { id: key.id };
}
