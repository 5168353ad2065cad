import { question } from '../core/hooks.ts';
import { Unavailable } from '../core/unavailable.ts';
import type { BlobRef, Blobs, BlobUpkeep, ByteStore, OpenBlob } from './blobs.ts';
import { type BlobParts, putBlob } from './put-blob.ts';
import { removeBlobs, removeBlobsOf, removeExpired } from './remove-blobs.ts';
import { findBlob } from './store.ts';

/** The store gives more or fewer bytes of a blob than it took, now or for good. */
export class BlobLengthMismatch extends Unavailable {}

/** Part of a blob must never pass for the whole of it: bytes that are not as many as were stored end in a fault. */
async function* whole(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { key, expected }: { key: string; expected: number },
): AsyncIterable<Uint8Array> {
  let got = 0;
  for await (const chunk of content) {
    got += chunk.length;
    if (got > expected) break;
    yield chunk;
  }
  if (got !== expected) throw new BlobLengthMismatch(new Error(`the store gave ${got} bytes of ${key} where ${expected} were stored`));
}

async function openBlob({ app: { db, clock }, bytes }: BlobParts, ref: BlobRef, from: number): Promise<OpenBlob | undefined> {
  const blob = await findBlob(db.read, ref, clock.now());
  // Of an empty one a store may have nothing.
  const content = blob && (blob.size === 0 ? [] : await bytes.read(ref.key, from));
  return content && { ...blob, content: whole(content, { key: ref.key, expected: Math.max(0, blob.size - from) }) };
}

async function readBlob(parts: BlobParts, ref: BlobRef): Promise<Buffer | undefined> {
  const blob = await openBlob(parts, ref, 0);
  if (blob === undefined) return undefined;
  // In one block from the start: joining chunks of a large blob would take twice the memory, and hold the event loop.
  const whole = Buffer.alloc(blob.size);
  let at = 0;
  for await (const chunk of blob.content) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole.subarray(0, at);
}

/** Whether the store of files lets requests wait without an answer. Only a store on another machine answers. */
export const storeUnresponsive = question<[], boolean>('store unresponsive');

/** Keeps bytes in a store and the register of them in the database. */
export function createBlobs(app: BlobParts['app'], bytes: ByteStore): Blobs & BlobUpkeep {
  const parts = { app, bytes };
  return {
    put: (blob) => putBlob(parts, blob),
    open: (ref, from = 0) => openBlob(parts, ref, from),
    read: (ref) => readBlob(parts, ref),
    delete: (refs) => removeBlobs(parts, refs),
    removeExpired: (limit) => removeExpired(parts, limit),
    removeOf: (tenantIds, limit) => removeBlobsOf(parts, tenantIds, limit),
  };
}
