import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UsageError } from '../usage-error.ts';

/** A file, to be read when it is sent. */
export async function fileBlob(path: string, type: string | undefined): Promise<Blob> {
  const found = await stat(path);
  if (!found.isFile()) throw new UsageError(`${path}: not a file`);
  return openAsBlob(path, type === undefined ? {} : { type });
}
