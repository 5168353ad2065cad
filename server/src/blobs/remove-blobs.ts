import { type BlobRef, checkRef } from './blobs.ts';
import type { BlobParts } from './put-blob.ts';
import { deleteBlobs, listKeysOf, retireBlobs, retireExpired } from './store.ts';

/** Blobs per step of the maintenance. */
const PAGE = 100;

/** Removes the bytes first: registered blobs are found again. */
async function removeKeys({ app: { db }, bytes }: BlobParts, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0;
  await bytes.remove(keys);
  await db.transact((trx) => deleteBlobs(trx, keys));
  return keys.length;
}

/** Removes blobs; missing ones are skipped. */
export async function removeBlobs(parts: BlobParts, refs: readonly BlobRef[]): Promise<void> {
  const { db, clock } = parts.app;
  refs.forEach(checkRef);
  const keys = refs.map(({ key }) => key);
  await removeKeys(parts, await retireBlobs(db.write, { keys, now: clock.now() }));
}

async function removeInPages(parts: BlobParts, limit: number, take: (most: number) => Promise<string[]>): Promise<number> {
  let removed = 0;
  for (let more = true; more && removed < limit; ) {
    const most = Math.min(PAGE, limit - removed);
    const count = await removeKeys(parts, await take(most));
    removed += count;
    more = count === most;
  }
  return removed;
}

/** Removes expired blobs and the remains of interrupted writes, at most `limit`; returns how many. */
export function removeExpired(parts: BlobParts, limit: number): Promise<number> {
  const { db, clock } = parts.app;
  return removeInPages(parts, limit, (most) => retireExpired(db.write, { now: clock.now(), limit: most }));
}

/** Removes blobs of tenants, at most `limit`; returns how many. */
export function removeBlobsOf(parts: BlobParts, tenantIds: readonly string[], limit: number): Promise<number> {
  return removeInPages(parts, limit, (most) => listKeysOf(parts.app.db.read, { tenantIds, limit: most }));
}
