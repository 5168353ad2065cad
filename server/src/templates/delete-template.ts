import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { bumpVersion } from '../meters/version-store.ts';
import { deleteDisowned, disownTemplate, listDisowned } from './store.ts';
import { deleteVersions } from './version-store.ts';

/** Versions are large: a page is one short transaction. */
const PAGE = 16;
const TEMPLATES_A_RUN = 100;

async function removeVersions({ db }: AppContext, id: string): Promise<number> {
  let removed = 0;
  for (let page = PAGE; page === PAGE; removed += page) page = await db.transact((trx) => deleteVersions(trx, id, PAGE));
  await db.transact((trx) => deleteDisowned(trx, id));
  return removed;
}

/** Deletes a template: it disappears at once and its alias is free again; its versions are deleted in pages before the response. */
export async function deleteTemplate(app: AppContext, tenantId: string, alias: string): Promise<{ id: string } | ApiError<'not_found'>> {
  const id = await app.db.transact(async (trx) => {
    await bumpVersion(trx, tenantId);
    return disownTemplate(trx, tenantId, alias);
  });
  if (id === undefined) return new ApiError('not_found');
  await removeVersions(app, id);
  return { id };
}

/** Ends deletions that broke off; returns the versions removed. */
export async function purgeDisowned(app: AppContext): Promise<number> {
  let removed = 0;
  for (const id of await listDisowned(app.db.write, TEMPLATES_A_RUN)) removed += await removeVersions(app, id);
  return removed;
}
