import { type ContactStatus, limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { DAY_MS } from '../../core/durations.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { TenantCaller } from '../../core/request/caller.ts';
import type { UploadedForm } from '../../core/request/handler.ts';
import { cutText } from '../../core/text/characters.ts';
import type { Trx } from '../../db/dialect.ts';
import { holdMeters } from '../../meters/hold-store.ts';
import type { Queue } from '../../queue/queue.ts';
import { limitToStorage, refuseStorage } from '../../quota/index.ts';
import type { Import } from './import.ts';
import { refuseAudience } from './import-audience.ts';
import { countOpenImports, insertImport } from './import-store.ts';

/** The file is removed when its import ends; after this long it is removed in any case. */
const FILE_MS = 30 * DAY_MS;

/** Returns a file name that can be stored and shown. */
const shownName = (text: string) => cutText(text.toWellFormed().replaceAll(/\p{Cc}/gu, ''), limits.fileNameLength);

export interface UploadParts {
  readonly app: AppContext;
  readonly blobs: Blobs;
  readonly queue: Queue;
}

/** Has the first rows processed at once if the clock is real. */
async function begin({ app: { config }, queue }: UploadParts, trx: Trx, id: string): Promise<void> {
  if (config.CLOCK === 'real') await queue.enqueue(trx, [{ queue: 'import', payload: { import_id: id } }]);
}

const pendingImport = (
  given: Pick<Import, 'id' | 'tenantId' | 'fileName' | 'blobKey' | 'createdAt' | 'audienceId' | 'contactStatus'>,
): Import => ({
  ...given,
  status: 'pending',
  header: null,
  delimiter: ',',
  nextByte: 0,
  totalRows: null,
  processedRows: 0,
  createdRows: 0,
  updatedRows: 0,
  failedRows: 0,
  errors: [],
  error: null,
  startedAt: null,
  completedAt: null,
});

const tooMany = () => new ApiError('import_limit_reached', { limit: limits.importsUnderWay });

/** Accepts an import whose file is stored, or returns why not. */
function acceptImport(parts: UploadParts, caller: TenantCaller, pending: Import) {
  const { db, hooks } = parts.app;
  const { id, tenantId, audienceId } = pending;
  return db.transact(async (trx) => {
    await holdMeters(trx, [tenantId]);
    if ((await countOpenImports(trx, tenantId)) >= limits.importsUnderWay) return tooMany();
    const refusal =
      (await refuseStorage(trx, caller, 0)) ??
      (audienceId === null ? undefined : await refuseAudience(hooks, trx, { tenantId, id: audienceId }));
    if (refusal !== undefined) return refusal;
    await insertImport(trx, pending);
    await begin(parts, trx, id);
    return undefined;
  });
}

type ImportForm = UploadedForm<{ readonly audience_id?: string | undefined; readonly contact_status?: ContactStatus | undefined }>;

/** Returns the fields of a form whose file is stored; discards the file if they are invalid. */
async function fieldsOf(form: ImportForm, discard: () => Promise<unknown>) {
  try {
    return await form.fields();
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Stores a file, whose rows the background imports. */
export async function uploadImport(
  parts: UploadParts,
  caller: TenantCaller,
  form: ImportForm,
): Promise<Import | ApiError<'empty_file' | 'import_limit_reached' | 'storage_limit_reached' | 'target_not_found'>> {
  const { db, clock, newId } = parts.app;
  const { blobs } = parts;
  const { tenantId } = caller;
  // Checked before the file is taken, and again when it is accepted: others may have come meanwhile.
  if ((await countOpenImports(db.read, tenantId)) >= limits.importsUnderWay) return tooMany();
  const content = await limitToStorage(db.read, caller, form.content);
  if (content instanceof ApiError) return content;
  const at = clock.now();
  const id = newId('imp', at);
  const blob = { tenantId, key: `${tenantId}/imports/${id}` };
  const discard = () => blobs.delete([blob]);
  const size = await blobs.put({ ...blob, content, contentType: 'text/csv', expiresAt: at + FILE_MS });
  if (size === 0) {
    await discard();
    return new ApiError('empty_file');
  }
  // Checked last: a field may follow the file, and the result must not depend on the order.
  const { audience_id: audienceId = null, contact_status: contactStatus = null } = await fieldsOf(form, discard);
  const fileName = shownName(form.filename);
  const pending = pendingImport({ id, tenantId, fileName, blobKey: blob.key, audienceId, contactStatus, createdAt: at });
  const refusal = await acceptImport(parts, caller, pending);
  if (refusal === undefined) return pending;
  await discard();
  return refusal;
}
