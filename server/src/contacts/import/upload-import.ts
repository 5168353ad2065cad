import { limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { ApiError } from '../../core/api-error.ts';
import type { UploadedFile } from '../../core/upload.ts';
import type { ContactImportRow } from '../../db/schema.ts';
import { insertImport } from './import-store.ts';

/** The file goes when its import ends; after this long, whatever became of the import. */
const FILE_MS = 30 * 24 * 60 * 60 * 1000;

/** A name that can be stored and shown. */
const shownName = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, limits.fileNameLength)
    .toWellFormed();

/** Stores a file and leaves its rows to the background. */
export async function uploadImport(
  { app: { db, clock, newId }, blobs }: { app: AppContext; blobs: Blobs },
  tenantId: string,
  file: UploadedFile,
): Promise<ContactImportRow | ApiError<'empty_file'>> {
  const at = clock.now();
  const id = newId('imp', at);
  const blob = { tenantId, key: `${tenantId}/imports/${id}` };
  const size = await blobs.put({ ...blob, content: file.content, contentType: 'text/csv', expiresAt: at + FILE_MS });
  if (size === 0) {
    await blobs.delete([blob]);
    return new ApiError('empty_file');
  }
  const row = {
    id,
    tenant_id: tenantId,
    status: 'pending',
    file_name: shownName(file.filename),
    blob_key: blob.key,
    header: null,
    next_byte: 0,
    total_rows: null,
    processed_rows: 0,
    created_rows: 0,
    updated_rows: 0,
    failed_rows: 0,
    errors: '[]',
    error: null,
    created_at: at,
    started_at: null,
    completed_at: null,
  };
  await db.transact((trx) => insertImport(trx, row));
  return row;
}
