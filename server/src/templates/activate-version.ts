import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { bumpVersion } from '../tenants/index.ts';
import { findTemplate, findVersion, updateActiveVersion } from './store.ts';
import { isVersionNumber, type StoredVersion } from './template.ts';

export interface ActivateVersion {
  readonly tenantId: string;
  readonly alias: string;
  /** As it stands in the path. */
  readonly number: string;
}

const NUMBER = /^[1-9]\d{0,9}$/;

/** Makes a version the only active one of its template. */
export async function activateVersion(
  { db, clock }: AppContext,
  { tenantId, alias, number }: ActivateVersion,
): Promise<StoredVersion | ApiError<'not_found'>> {
  if (!NUMBER.test(number) || !isVersionNumber(Number(number))) return new ApiError('not_found');
  return db.transact(async (trx) => {
    await bumpVersion(trx, tenantId);
    const template = await findTemplate(trx, tenantId, alias);
    const version = template === undefined ? undefined : await findVersion(trx, template.id, Number(number));
    if (template === undefined || version === undefined) return new ApiError('not_found');
    await updateActiveVersion(trx, template.id, { version: version.version, at: clock.now() });
    return version;
  });
}
