import { Semaphore } from 'async-mutex';
import { createYieldPoint } from '../core/concurrency/event-loop.ts';
import type { Db } from '../db/db.ts';
import { isIn } from '../db/dialect.ts';
import type { BlobChunkRow } from '../db/schema.ts';
import type { ByteStore } from './blobs.ts';
import { inPieces } from './pieces.ts';

const CHUNK_BYTES = 256 * 1024;
/** Chunks in one statement: a transaction must stay short because SQLite has one writer. */
const CHUNKS_AT_ONCE = 4;
const CHUNKS_REMOVED_AT_ONCE = 16;
/** Concurrent statements over all blobs, so that other commits wait behind no more than these. */
const MOST_WRITES = 2;
/** SQLite answers synchronously: many pages in a row would block the rest of the process. */
const HELD_MS = 5;

/** Stores bytes in the database, in rows of 256 KB. */
export function createDatabaseStore(db: Db): ByteStore {
  const yieldIfBusy = createYieldPoint(HELD_MS);
  const writes = new Semaphore(MOST_WRITES);

  const listChunks = (key: string, seq: number) =>
    db.read
      .selectFrom('blob_chunks')
      .select(['seq', 'bytes'])
      .where('blob_key', '=', key)
      .where('seq', '>=', seq)
      .orderBy('seq')
      .limit(CHUNKS_AT_ONCE)
      .execute();

  async function hasChunks(key: string): Promise<boolean> {
    const query = db.read.selectFrom('blob_chunks').select('seq').where('blob_key', '=', key).limit(1);
    return (await query.executeTakeFirst()) !== undefined;
  }

  async function* readFrom(key: string, from: number): AsyncIterable<Uint8Array> {
    const first = Math.floor(from / CHUNK_BYTES);
    for (let seq = first; ; seq += CHUNKS_AT_ONCE) {
      await yieldIfBusy();
      const chunks = await listChunks(key, seq);
      for (const chunk of chunks) yield chunk.seq === first ? chunk.bytes.subarray(from % CHUNK_BYTES) : chunk.bytes;
      if (chunks.length < CHUNKS_AT_ONCE) return;
    }
  }

  async function removePage(keys: readonly string[]): Promise<number> {
    await yieldIfBusy();
    const page = db.write
      .selectFrom('blob_chunks')
      .select(['blob_key', 'seq'])
      .where((eb) => isIn(db.write, eb.ref('blob_key'), keys))
      .limit(CHUNKS_REMOVED_AT_ONCE);
    const { numDeletedRows } = await db.write
      .deleteFrom('blob_chunks')
      .where((eb) => eb(eb.refTuple('blob_key', 'seq'), 'in', page.$asTuple('blob_key', 'seq')))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  return {
    async write(key, content) {
      let seq = 0;
      for await (const bytes of inPieces(content, CHUNK_BYTES * CHUNKS_AT_ONCE)) {
        const rows: BlobChunkRow[] = [];
        for (let start = 0; start < bytes.length; start += CHUNK_BYTES, seq += 1) {
          rows.push({ blob_key: key, seq, bytes: bytes.subarray(start, start + CHUNK_BYTES) });
        }
        // Not with insertMany, which turns rows into one JSON text on PostgreSQL: the bytes would double in size as hex digits.
        await writes.runExclusive(() => db.transact((trx) => trx.insertInto('blob_chunks').values(rows).execute()));
      }
    },
    read: async (key, from) => ((await hasChunks(key)) ? readFrom(key, from) : undefined),
    async remove(keys) {
      while ((await removePage(keys)) === CHUNKS_REMOVED_AT_ONCE);
    },
  };
}
