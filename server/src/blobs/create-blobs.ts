import { Unavailable } from '../core/errors/unavailable.ts';
import { question } from '../core/hooks.ts';
import type { BlobRef, Blobs, BlobUpkeep, ByteStore, OpenBlob } from './blobs.ts';
import { type BlobParts, putBlob } from './put-blob.ts';
import { removeBlobs, removeBlobsOf, removeExpired } from './remove-blobs.ts';
import { findBlob } from './store.ts';

/** The store returns more or fewer bytes of a blob than it was given, temporarily or permanently. */
export class BlobLengthMismatch extends Unavailable {}

/** A part of a blob must never pass for the whole of it: if the number of bytes differs from the stored one, reading ends with an error. */
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
  // A store may keep nothing for an empty one.
  const content = blob && (blob.size === 0 ? [] : await bytes.read(ref.key, from));
  return content && { ...blob, content: whole(content, { key: ref.key, expected: Math.max(0, blob.size - from) }) };
}

async function readBlob(parts: BlobParts, ref: BlobRef): Promise<Buffer | undefined> {
  const blob = await openBlob(parts, ref, 0);
  if (blob === undefined) return undefined;
  // Allocated as one block from the start: joining the chunks of a large blob would take twice the memory, and block the event loop.
  const whole = Buffer.alloc(blob.size);
  let at = 0;
  for await (const chunk of blob.content) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole.subarray(0, at);
}

/** Asks whether the store of files leaves requests unanswered; only a store on another machine replies. */
export const storeUnresponsive = question<[], boolean>('store unresponsive');

/** Stores bytes in a store and registers them in the database. */
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
