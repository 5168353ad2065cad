import type { BlobChunkRow } from '../db/schema.ts';
import type { Platform } from '../platform.ts';
import type { Blobs } from './blobs.ts';

const CHUNK_BYTES = 256 * 1024;
/** Chunks written in one transaction, which must stay short where there is one writer. */
const CHUNKS_A_WRITE = 4;

function toChunks(key: string, bytes: Buffer): BlobChunkRow[] {
  const chunks: BlobChunkRow[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    chunks.push({ blob_key: key, seq: chunks.length, bytes: bytes.subarray(start, start + CHUNK_BYTES) });
  }
  return chunks;
}

/** Keeps blobs in the database, in rows of 256 KB. */
export function databaseBlobs({ db, clock }: Pick<Platform, 'db' | 'clock'>): Blobs {
  return {
    async put({ tenantId, key, bytes }) {
      const row = { key, tenant_id: tenantId, size: bytes.length, created_at: clock.now(), stored_at: null };
      await db.write.insertInto('blobs').values(row).execute();
      const chunks = toChunks(key, bytes);
      for (let start = 0; start < chunks.length; start += CHUNKS_A_WRITE) {
        await db.transact((trx) => db.dialect.insertMany(trx, 'blob_chunks', chunks.slice(start, start + CHUNKS_A_WRITE)));
      }
      // Last, so that what can be read is whole; the row before, so that what broke off is found and removed.
      await db.write.updateTable('blobs').set({ stored_at: clock.now() }).where('key', '=', key).execute();
    },
    async read(key) {
      const blob = await db.read
        .selectFrom('blobs')
        .select('key')
        .where('key', '=', key)
        .where('stored_at', 'is not', null)
        .executeTakeFirst();
      if (blob === undefined) return undefined;
      const rows = await db.read.selectFrom('blob_chunks').select('bytes').where('blob_key', '=', key).orderBy('seq').execute();
      return Buffer.concat(rows.map(({ bytes }) => bytes));
    },
  };
}
