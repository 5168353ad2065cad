import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStores } from '../../../tests/support/byte-stores.ts';
import { openMigrated } from '../../../tests/support/database/database.ts';
import { createVirtualClock, type VirtualClock } from '../core/clock.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import type { Db } from '../db/db.ts';
import type { BlobRef, Blobs, BlobUpkeep, ByteStore } from './blobs.ts';
import { createBlobs } from './create-blobs.ts';

const START = 1_750_000_000_000;
const DAY = 86_400_000;
const KB = 1024;
const MB = 1024 * KB;

const ref = (name: string, tenantId = 'ten_a'): BlobRef => ({ tenantId, key: `${tenantId}/msg_1/${name}` });

/** Returns bytes in which nothing repeats. */
function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(at, at);
  return bytes;
}

/** Yields bytes as they arrive: in uneven chunks that do not tell the total. */
async function* arriving(bytes: Buffer): AsyncIterable<Uint8Array> {
  let at = 0;
  for (let size = 1; at < bytes.length; size = (size * 3) % 100_003) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function collect(content: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe.each(openStores)('blobs $name', ({ engine, open }) => {
  let db: Db;
  let clock: VirtualClock;
  let store: ByteStore;
  let blobs: Blobs & BlobUpkeep;
  let closeStore: () => Promise<void>;
  let closeDatabase: () => Promise<void>;

  beforeAll(async () => {
    ({ db, close: closeDatabase } = await openMigrated(engine));
  });
  afterAll(() => closeDatabase());

  beforeEach(async () => {
    await db.write.deleteFrom('blobs').execute();
    await db.write.deleteFrom('blob_chunks').execute();
    clock = createVirtualClock(START);
    const opened = await open(db);
    store = opened.store;
    blobs = createBlobs({ db, clock }, store);
    closeStore = opened.close;
  });
  afterEach(() => closeStore());

  const registered = async () => (await db.read.selectFrom('blobs').select('key').orderBy('key').execute()).map(({ key }) => key);
  const storedBytes = async (key: string) => {
    const content = await store.read(key, 0);
    return (await collect(content)).length;
  };

  it.each([0, 1, 256 * KB - 1, 256 * KB, 256 * KB + 1, MB + 1])('keep %i bytes', async (length) => {
    const bytes = bytesOf(length);
    expect(await blobs.put({ ...ref('a.txt'), content: bytes })).toBe(length);
    expect((await blobs.read(ref('a.txt')))?.equals(bytes)).toBe(true);
  });

  it('keep a stream of a size that nobody knew', async () => {
    const bytes = bytesOf(17 * MB + 5);
    expect(await blobs.put({ ...ref('a.bin'), content: arriving(bytes), contentType: 'text/csv' })).toBe(bytes.length);
    const opened = await blobs.open(ref('a.bin'));
    expect([opened?.size, opened?.contentType]).toEqual([bytes.length, 'text/csv']);
    expect((await collect(opened?.content)).equals(bytes)).toBe(true);
  });

  it.each([0, 1, 256 * KB - 1, 256 * KB, 256 * KB + 1, MB, 5 * MB - 1])('are read from byte %i on', async (from) => {
    const bytes = bytesOf(5 * MB);
    await blobs.put({ ...ref('a.csv'), content: bytes });
    const opened = await blobs.open(ref('a.csv'), from);
    expect(opened?.size).toBe(bytes.length);
    expect((await collect(opened?.content)).equals(bytes.subarray(from))).toBe(true);
  });

  it('have nothing after their last byte', async () => {
    await blobs.put({ ...ref('a.csv'), content: bytesOf(8) });
    expect((await collect((await blobs.open(ref('a.csv'), 8))?.content)).length).toBe(0);
  });

  it('are let go of by a reader that has seen enough', async () => {
    await blobs.put({ ...ref('a.csv'), content: bytesOf(5 * MB) });
    const opened = await blobs.open(ref('a.csv'));
    for await (const chunk of opened?.content ?? []) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await blobs.delete([ref('a.csv')]);
    expect(await blobs.open(ref('a.csv'))).toBeUndefined();
  });

  it('are unknown under another key and to another tenant', async () => {
    await blobs.put({ ...ref('a.txt'), content: bytesOf(8) });
    expect(await blobs.read(ref('b.txt'))).toBeUndefined();
    expect(await blobs.read({ tenantId: 'ten_b', key: ref('a.txt').key })).toBeUndefined();
    await blobs.put({ ...ref('a.txt', 'ten_b'), content: bytesOf(4) });
    expect((await blobs.read(ref('a.txt')))?.length).toBe(8);
  });

  it('are gone, from whatever byte on, where the store has lost them', async () => {
    await blobs.put({ ...ref('a.txt'), content: bytesOf(MB) });
    await store.remove([ref('a.txt').key]);
    expect(await blobs.read(ref('a.txt'))).toBeUndefined();
    for (const from of [0, 512 * KB]) expect(await blobs.open(ref('a.txt'), from)).toBeUndefined();
  });

  it('are replaced by those put under the same key', async () => {
    await blobs.put({ ...ref('a.txt'), content: bytesOf(2 * MB) });
    await blobs.put({ ...ref('a.txt'), content: Buffer.from('new') });
    expect(String(await blobs.read(ref('a.txt')))).toBe('new');
  });

  it.each([7, 9])('are unavailable where the store has %i bytes of 8', async (length) => {
    await blobs.put({ ...ref('a.txt'), content: bytesOf(8) });
    await store.remove([ref('a.txt').key]);
    await store.write(ref('a.txt').key, arriving(Buffer.alloc(length, 'x')));
    await expect(blobs.read(ref('a.txt'))).rejects.toThrow(Unavailable);
    for (const from of [0, 4]) {
      const opened = await blobs.open(ref('a.txt'), from);
      await expect(collect(opened?.content)).rejects.toThrow(Unavailable);
    }
  });

  it('ask a store that is away for nothing more, and leave what it may have to the upkeep', async () => {
    const removals: (readonly string[])[] = [];
    const away: ByteStore = {
      ...store,
      write: async () => Promise.reject(new Unavailable(new Error('away'))),
      remove: async (keys) => void removals.push(keys),
    };
    await expect(createBlobs({ db, clock }, away).put({ ...ref('a.txt'), content: bytesOf(8) })).rejects.toThrow(Unavailable);
    expect([removals, await blobs.read(ref('a.txt'))]).toEqual([[], undefined]);
    clock.moveTo(START + DAY);
    expect(await blobs.removeExpired(10)).toBe(1);
    expect(await registered()).toEqual([]);
  });

  it('leave nothing when their writing breaks off', async () => {
    async function* broken(): AsyncIterable<Uint8Array> {
      yield bytesOf(3 * MB);
      throw new Error('the upload broke off');
    }
    await expect(blobs.put({ ...ref('a.txt'), content: broken() })).rejects.toThrow('the upload broke off');
    expect(await blobs.read(ref('a.txt'))).toBeUndefined();
    expect([await registered(), await storedBytes(ref('a.txt').key)]).toEqual([[], 0]);
  });

  it('are removed by half-written ones too, a day later', async () => {
    const { key, tenantId } = ref('a.txt');
    const row = { key, tenant_id: tenantId, size: 0, created_at: START, content_type: null, uses: 0 };
    await db.write
      .insertInto('blobs')
      .values({ ...row, stored_at: null, expires_at: START + DAY })
      .execute();
    await store.write(key, arriving(bytesOf(MB)));
    expect(await blobs.read(ref('a.txt'))).toBeUndefined();
    expect(await blobs.removeExpired(10)).toBe(0);
    clock.moveTo(START + DAY);
    expect(await blobs.removeExpired(10)).toBe(1);
    expect([await registered(), await storedBytes(key)]).toEqual([[], 0]);
  });

  it('are deleted, many at a time and of the named tenant only', async () => {
    const refs = Array.from({ length: 30 }, (_, index) => ref(`${index}.txt`));
    for (const each of [...refs, ref('kept.txt'), ref('0.txt', 'ten_b')]) await blobs.put({ ...each, content: bytesOf(8) });
    await blobs.delete([...refs, ref('missing.txt')]);
    expect(await registered()).toEqual([ref('kept.txt').key, ref('0.txt', 'ten_b').key]);
    expect(await storedBytes(refs[0]?.key ?? '')).toBe(0);
  });

  it('are gone at the moment they expire, and their bytes with the next removal', async () => {
    await blobs.put({ ...ref('a.txt'), content: bytesOf(MB), expiresAt: START + DAY });
    await blobs.put({ ...ref('b.txt'), content: bytesOf(8), expiresAt: START + DAY + 1 });
    await blobs.put({ ...ref('c.txt'), content: bytesOf(8) });
    clock.moveTo(START + DAY - 1);
    expect((await blobs.read(ref('a.txt')))?.length).toBe(MB);
    clock.moveTo(START + DAY);
    expect(await blobs.read(ref('a.txt'))).toBeUndefined();
    expect(await blobs.removeExpired(10)).toBe(1);
    expect(await registered()).toEqual([ref('b.txt').key, ref('c.txt').key]);
    expect(await storedBytes(ref('a.txt').key)).toBe(0);
  });

  it('are removed for good by several removals at once, page by page', async () => {
    for (let index = 0; index < 12; index += 1) await blobs.put({ ...ref(`${index}`), content: bytesOf(8), expiresAt: START + 1 });
    clock.moveTo(START + 1);
    expect(await blobs.removeExpired(5)).toBe(5);
    expect((await registered()).length).toBe(7);
    await Promise.all([blobs.removeExpired(100), blobs.removeExpired(100)]);
    expect(await registered()).toEqual([]);
  });

  it('go with their tenants', async () => {
    for (const name of ['a', 'b', 'c']) await blobs.put({ ...ref(name), content: bytesOf(MB) });
    await blobs.put({ ...ref('d', 'ten_b'), content: bytesOf(8) });
    expect(await blobs.removeOf(['ten_a'], 2)).toBe(2);
    expect(await blobs.removeOf(['ten_a'], 2)).toBe(1);
    expect(await registered()).toEqual([ref('d', 'ten_b').key]);
    expect([await storedBytes(ref('a').key), await storedBytes(ref('d', 'ten_b').key)]).toEqual([0, 8]);
  });

  it('are undone where they were removed while they were written', async () => {
    async function* meanwhile(): AsyncIterable<Uint8Array> {
      yield bytesOf(2 * MB);
      await blobs.removeOf(['ten_a'], 10);
    }
    await expect(blobs.put({ ...ref('a.txt'), content: meanwhile() })).rejects.toThrow();
    expect([await registered(), await storedBytes(ref('a.txt').key)]).toEqual([[], 0]);
  });

  it.each([
    'ten_a',
    'ten_a/',
    '/ten_a/x',
    'ten_a/../ten_b/x',
    'ten_a/.x',
    'ten_a//x',
    'ten_a/x\0y',
    'ten_a/x\\y',
    'ten_a/x~',
    'ten_b/x',
    `ten_a/${'x'.repeat(600)}`,
  ])('refuse the key %j', async (key) => {
    await expect(blobs.put({ tenantId: 'ten_a', key, content: bytesOf(1) })).rejects.toThrow('is no blob key of ten_a');
    await expect(blobs.delete([{ tenantId: 'ten_a', key }])).rejects.toThrow('is no blob key of ten_a');
  });
});
