import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { bumpVersion } from '../tenants/index.ts';
import { deleteTemplateRow } from './store.ts';
import { deleteVersions } from './version-store.ts';

/** Versions are large: a page is one short transaction. */
const PAGE = 16;

/** Deletes a template and its versions; its alias is free again. */
export async function deleteTemplate({ db }: AppContext, tenantId: string, alias: string): Promise<{ id: string } | ApiError<'not_found'>> {
  const id = await db.transact(async (trx) => {
    await bumpVersion(trx, tenantId);
    return deleteTemplateRow(trx, tenantId, alias);
  });
  if (id === undefined) return new ApiError('not_found');
  let deleted = PAGE;
  while (deleted === PAGE) deleted = await db.transact((trx) => deleteVersions(trx, id, PAGE));
  return { id };
}
