import { limits } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
import type { TenantCaller } from '../core/request/caller.ts';
import { bumpVersion } from '../meters/version-store.ts';
import { refuseStorage } from '../quota/index.ts';
import { bytesOf } from '../storage/size-store.ts';
import { noteStorage } from '../storage/store.ts';
import { checkSource } from './check-source.ts';
import { findTemplate } from './store.ts';
import type { StoredVersion } from './template.ts';
import type { Templates } from './templates.ts';
import { insertVersion, takeNextVersion } from './version-store.ts';

export interface NewVersion {
  readonly subject?: string | undefined;
  readonly html_body?: string | undefined;
  readonly text_body?: string | undefined;
  readonly activate?: boolean | undefined;
}

export interface CreateVersion {
  readonly caller: TenantCaller;
  readonly alias: string;
  readonly body: () => NewVersion;
}

type VersionRefusal = ApiError<'invalid_template' | 'not_found' | 'version_limit_reached' | 'storage_limit_reached'>;

/** Adds a version with the next number, and activates it unless told otherwise. */
export async function createVersion(
  templates: Templates,
  { caller, alias, body }: CreateVersion,
): Promise<{ version: StoredVersion; active: boolean } | VersionRefusal> {
  const { db, clock, newId } = templates.app;
  const { tenantId } = caller;
  if ((await findTemplate(db.read, tenantId, alias)) === undefined) return new ApiError('not_found');
  const request = body();
  const source = { subject: request.subject ?? null, html: request.html_body ?? null, text: request.text_body ?? null };
  const fault = await checkSource(templates, { tenantId }, source);
  if (fault !== undefined) return fault;
  const active = request.activate ?? true;
  return db.transact(async (trx) => {
    await bumpVersion(trx, tenantId);
    const bytes = bytesOf(source.subject, source.html, source.text);
    const refusal = await refuseStorage(trx, caller, bytes);
    if (refusal !== undefined) return refusal;
    const at = clock.now();
    const next = await takeNextVersion(trx, { tenantId, alias, activate: active, at, limit: limits.templateVersions });
    if (next === undefined && (await findTemplate(trx, tenantId, alias)) === undefined) return new ApiError('not_found');
    if (next === undefined) return new ApiError('version_limit_reached', { limit: limits.templateVersions });
    const version = { id: newId('tpv', at), version: next.version, ...source, createdAt: at };
    await insertVersion(trx, { tenantId, templateId: next.id }, version);
    await noteStorage(trx, [{ tenantId, kind: 'kept', bytes }]);
    return { version, active };
  });
}
