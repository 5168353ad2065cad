import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { bumpVersion } from '../meters/version-store.ts';
import { findTemplate } from './store.ts';
import { readVersionNumber, type StoredVersion } from './template.ts';
import { findVersion, updateActiveVersion } from './version-store.ts';

export interface ActivateVersion {
  readonly tenantId: string;
  readonly alias: string;
  /** As given in the path. */
  readonly number: string;
}

/** Makes a version the only active one of its template. */
export async function activateVersion(
  { db, clock }: AppContext,
  { tenantId, alias, number }: ActivateVersion,
): Promise<StoredVersion | ApiError<'not_found'>> {
  const wanted = readVersionNumber(number);
  if (wanted === undefined) return new ApiError('not_found');
  return db.transact(async (trx) => {
    await bumpVersion(trx, tenantId);
    const template = await findTemplate(trx, tenantId, alias);
    const version = template === undefined ? undefined : await findVersion(trx, template.id, wanted);
    if (template === undefined || version === undefined) return new ApiError('not_found');
    await updateActiveVersion(trx, template.id, { version: version.version, at: clock.now() });
    return version;
  });
}
