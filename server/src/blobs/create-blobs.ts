import type { AppContext } from '../app-context.ts';
import type { BlobContent, BlobRef, Blobs, BlobUpkeep, ByteStore, NewBlob } from './blobs.ts';
import { checkRef } from './key.ts';
import { condemnBlobs, condemnExpired, deleteBlobs, findBlob, insertBlob, listKeysOf, updateBlob } from './store.ts';

/** After this long a write counts as broken off. */
const WRITE_MS = 24 * 60 * 60 * 1000;
/** Blobs of one step of the upkeep. */
const PAGE = 100;

async function* asStream(content: BlobContent, count: (bytes: number) => void): AsyncIterable<Uint8Array> {
  const chunks = content instanceof Uint8Array ? [content] : content;
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}

/** Keeps bytes in a store and the register of them, with their size and lifetime, in the database. */
export function createBlobs({ db, clock }: Pick<AppContext, 'db' | 'clock'>, bytes: ByteStore): Blobs & BlobUpkeep {
  /** Enters a blob as one that is being written, so that what breaks off is found. */
  async function enter({
    tenantId,
    key,
    contentType = null,
  }: Omit<NewBlob, 'contentType'> & { contentType?: string | null }): Promise<void> {
    const now = clock.now();
    const unwritten = { size: 0, content_type: contentType, stored_at: null, expires_at: now + WRITE_MS };
    if (await insertBlob(db.write, { key, tenant_id: tenantId, created_at: now, uses: 0, ...unwritten })) return;
    await updateBlob(db.write, { tenantId, key }, unwritten);
    await bytes.remove([key]);
  }

  /** The bytes first: what is in the register is found again. */
  async function remove(keys: readonly string[]): Promise<number> {
    if (keys.length === 0) return 0;
    await bytes.remove(keys);
    await deleteBlobs(db.write, keys);
    return keys.length;
  }

  async function discard(refs: readonly BlobRef[]): Promise<void> {
    refs.forEach(checkRef);
    const keys = refs.map(({ key }) => key);
    await remove(await condemnBlobs(db.write, { keys, now: clock.now() }));
  }

  async function inPages(limit: number, take: (most: number) => Promise<string[]>): Promise<number> {
    let removed = 0;
    for (let more = true; more && removed < limit; ) {
      const most = Math.min(PAGE, limit - removed);
      const count = await remove(await take(most));
      removed += count;
      more = count === most;
    }
    return removed;
  }

  async function open(ref: BlobRef, from = 0) {
    const blob = await findBlob(db.read, ref, clock.now());
    const content = blob === undefined ? undefined : await bytes.read(ref.key, from);
    return blob === undefined || content === undefined ? undefined : { size: blob.size, contentType: blob.content_type, content };
  }

  return {
    async put(blob) {
      checkRef(blob);
      await enter(blob);
      let size = 0;
      const stream = asStream(blob.content, (length) => {
        size += length;
      });
      try {
        await bytes.write(blob.key, stream);
        // Last, so that what can be read is whole.
        const whole = { size, stored_at: clock.now(), expires_at: blob.expiresAt ?? null };
        if (!(await updateBlob(db.write, blob, whole))) throw new Error(`${blob.key} was removed while it was written`);
      } catch (error) {
        // What this cannot remove either, the upkeep finds.
        await bytes
          .remove([blob.key])
          .then(() => deleteBlobs(db.write, [blob.key]))
          .catch(() => undefined);
        throw error;
      }
      return size;
    },
    open,
    async read(ref) {
      const blob = await open(ref);
      if (blob === undefined) return undefined;
      const chunks: Uint8Array[] = [];
      for await (const chunk of blob.content) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    delete: discard,
    removeExpired: (limit) => inPages(limit, (most) => condemnExpired(db.write, { now: clock.now(), limit: most })),
    removeOf: (tenantIds, limit) => inPages(limit, (most) => listKeysOf(db.read, { tenantIds, limit: most })),
  };
}
