import { ApiError } from '../../core/api-error.ts';
import type { ContactKey } from '../store.ts';
import { escapeFormulas } from './csv-text.ts';
import { findExport } from './export-store.ts';
import type { ExportParts } from './run-exports.ts';

/** The file of an export that is done, as it is read. */
export async function downloadExport(
  { app: { db, clock }, blobs }: ExportParts,
  key: ContactKey,
  { escaped }: { escaped: boolean },
): Promise<AsyncIterable<Uint8Array> | ApiError<'not_found'>> {
  const row = await findExport(db.read, key);
  if (row?.status !== 'done' || row.blob_key === null || (row.expires_at ?? 0) <= clock.now()) return new ApiError('not_found');
  const blob = await blobs.open({ tenantId: key.tenantId, key: row.blob_key });
  if (blob === undefined) return new ApiError('not_found');
  return escaped ? escapeFormulas(blob.content) : blob.content;
}
