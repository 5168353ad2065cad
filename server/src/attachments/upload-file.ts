import type { Upload } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { DAY_MS } from '../core/durations.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { TenantCaller } from '../core/request/caller.ts';
import type { UploadedFile } from '../core/request/handler.ts';
import { limitToStorage, refuseStorage } from '../quota/index.ts';
import { attachmentKey, plainName } from './attachment-key.ts';

export interface AttachmentParts {
  readonly app: Pick<AppContext, 'clock' | 'db' | 'newId'>;
  readonly blobs: Blobs;
}

/** How long a file is kept that no message uses. */
const UNUSED_MS = 7 * DAY_MS;
const ANY_TYPE = 'application/octet-stream';
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;
const MOST_TYPE_LENGTH = 255;

const mediaType = (given: string) => (given.length <= MOST_TYPE_LENGTH && MEDIA_TYPE.test(given) ? given.toLowerCase() : ANY_TYPE);

/** Stores a file for later sends, under the key of a message that does not exist yet. */
export async function uploadFile(
  { app: { clock, db, newId }, blobs }: AttachmentParts,
  caller: TenantCaller,
  file: UploadedFile,
): Promise<Upload | ApiError<'empty_file' | 'storage_limit_reached'>> {
  const { tenantId } = caller;
  const content = await limitToStorage(db.read, caller, file.content);
  if (content instanceof ApiError) return content;
  const now = clock.now();
  const filename = plainName(file.filename);
  const contentType = mediaType(file.contentType);
  const key = attachmentKey({ tenantId, messageId: newId('msg', now), name: filename });
  const size = await blobs.put({ tenantId, key, content, contentType, expiresAt: now + UNUSED_MS });
  // Checked again: others may have stored as much meanwhile.
  const refusal = size === 0 ? new ApiError('empty_file') : await refuseStorage(db.write, caller, 0);
  if (refusal === undefined) return { storage_key: key, filename, content_type: contentType, size, created_at: now };
  await blobs.delete([{ tenantId, key }]);
  return refusal;
}
