import type { AppContext } from '../app-context.ts';
import { DAY_MS } from '../core/durations.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import { type BlobContent, type ByteStore, checkRef, type NewBlob } from './blobs.ts';
import { deleteBlobs, insertBlob, resizeBlob } from './store.ts';

/** A write that takes longer counts as interrupted. */
const WRITE_MS = DAY_MS;

/** The parts that store blobs: a store for the bytes, and the register in the database with size and lifetime. */
export interface BlobParts {
  readonly app: Pick<AppContext, 'db' | 'clock'>;
  readonly bytes: ByteStore;
}

async function* asStream(content: BlobContent, count: (bytes: number) => void): AsyncIterable<Uint8Array> {
  const chunks = content instanceof Uint8Array ? [content] : content;
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}

/** Registers a blob as being written, so that an interrupted write is found; removes what was under its key. */
async function beginWrite({ app: { db, clock }, bytes }: BlobParts, { tenantId, key, contentType }: NewBlob): Promise<void> {
  const now = clock.now();
  const unwritten = { size: 0, contentType: contentType ?? null, storedAt: null, expiresAt: now + WRITE_MS };
  if (await insertBlob(db.write, { tenantId, key, ...unwritten, createdAt: now })) return;
  await db.transact((trx) => resizeBlob(trx, { tenantId, key }, unwritten));
  await bytes.remove([key]);
}

/** The owner no longer exists, such as a tenant being deleted: the next request reports that. */
export const removedMeanwhile = (key: string): Unavailable =>
  new Unavailable(new Error(`${key} was removed while it was stored`), 'The file was removed while it was stored; try again.');

/** Stores bytes under a key, replacing what was there; returns how many. */
export async function putBlob(parts: BlobParts, blob: NewBlob): Promise<number> {
  const { app, bytes } = parts;
  const { db, clock } = app;
  checkRef(blob);
  await beginWrite(parts, blob);
  let [size, isWritten] = [0, false];
  const stream = asStream(blob.content, (length) => {
    size += length;
  });
  try {
    await bytes.write(blob.key, stream);
    isWritten = true;
    // Last, so that everything readable is complete.
    const whole = { size, storedAt: clock.now(), expiresAt: blob.expiresAt ?? null };
    if (!(await db.transact((trx) => resizeBlob(trx, blob, whole)))) throw removedMeanwhile(blob.key);
  } catch (error) {
    // An unavailable store would make the caller wait again; cleanup finds the remains.
    if (!isWritten && error instanceof Unavailable) throw error;
    await bytes
      .remove([blob.key])
      .then(() => db.transact((trx) => deleteBlobs(trx, [blob.key])))
      .catch(() => undefined);
    throw error;
  }
  return size;
}
