import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { escapeFormulas } from './csv-text.ts';
import { findExport } from './export-store.ts';
import type { ExportParts } from './write-file.ts';

/** Streams the file of a finished export. */
export async function downloadExport(
  { app: { db, clock }, blobs }: ExportParts,
  { tenantId, id }: ObjectRef,
  query: () => { readonly escape_formulas?: boolean | undefined },
): Promise<AsyncIterable<Uint8Array> | ApiError<'not_found'>> {
  const found = await findExport(db.read, { tenantId, id });
  if (found?.status !== 'done' || found.blobKey === null || (found.expiresAt ?? 0) <= clock.now()) return new ApiError('not_found');
  const { escape_formulas: escaped = false } = query();
  const blob = await blobs.open({ tenantId, key: found.blobKey });
  if (blob === undefined) return new ApiError('not_found');
  return escaped ? escapeFormulas(blob.content) : blob.content;
}
