import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createFairShare } from '../concurrency/fair-share.ts';
import { createSystemRandom } from '../crypto/random.ts';
import { Unavailable } from '../errors/unavailable.ts';
import { createIncoming, LARGE_BYTES } from './incoming.ts';
import { createTemporaryFiles, type TemporaryFile, tryTemporaryFile } from './temporary-file.ts';

const MEGABYTE = 1024 * 1024;
const random = createSystemRandom();
const directory = mkdtempSync(join(tmpdir(), 'posthorn-incoming-test-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** A share of which is known how much is taken. */
function counted(most = Number.MAX_SAFE_INTEGER) {
  const share = createFairShare(most);
  const count = { taken: 0, most: 0 };
  const take = (peer: string, amount: number) => {
    if (!share.take(peer, amount)) return false;
    count.taken += amount;
    count.most = Math.max(count.most, count.taken);
    return true;
  };
  const give = (peer: string, amount: number) => {
    count.taken -= amount;
    share.give(peer, amount);
  };
  return { take, give, count };
}

function spaceOf({ disk = counted(), memory = counted(), openFile = createTemporaryFiles({ directory, random }).open } = {}) {
  return { memory, disk, openFile, awaitTurn: async () => undefined };
}

/** Bytes of which each place says where it is. */
const sample = (size: number) =>
  Buffer.from(Uint32Array.from({ length: Math.ceil(size / 4) }, (_, place) => place).buffer).subarray(0, size);

const SIZES = [0, 1, 65_535, 65_537, LARGE_BYTES - 1, LARGE_BYTES, LARGE_BYTES + 1, 3 * MEGABYTE + 7];

describe('what comes in', () => {
  it.each(SIZES.flatMap((size) => [1000, 70_000, 2 * MEGABYTE].map((chunk) => [size, chunk] as const)))(
    'is whole, of %d bytes in chunks of %d, and holds no more than it may',
    async (size, chunk) => {
      const space = spaceOf();
      const given = sample(size);
      const incoming = createIncoming(space, 'a');
      for (let at = 0; at < size; at += chunk) expect(await incoming.add(given.subarray(at, at + chunk))).toBe(true);
      expect(await incoming.end()).toBe(true);
      expect([incoming.size(), incoming.isLarge()]).toEqual([size, size > LARGE_BYTES]);
      expect(space.memory.count.most).toBeLessThanOrEqual(LARGE_BYTES);
      expect([space.memory.count.taken, space.disk.count.taken]).toEqual(size > LARGE_BYTES ? [0, size] : [size, 0]);
      expect(Buffer.concat(await Array.fromAsync(incoming.pieces())).equals(given)).toBe(true);
      const whole = await incoming.bytes();
      expect(Buffer.from(whole).equals(given)).toBe(true);
      expect(whole.buffer.byteLength).toBe(size);
      await incoming.drop();
      expect([space.memory.count.taken, space.disk.count.taken]).toEqual([0, 0]);
    },
  );

  it('waits for its turn before each block that it writes, and asks for none while it is small', async () => {
    const turns: (() => void)[] = [];
    const space = { ...spaceOf(), awaitTurn: () => new Promise<void>((resolve) => void turns.push(resolve)) };
    const small = createIncoming(space, 'a');
    await small.add(sample(LARGE_BYTES));
    await small.end();
    expect(turns).toHaveLength(0);
    const large = createIncoming(space, 'b');
    const whole = large.add(sample(2 * LARGE_BYTES + 1)).then((isAdded) => isAdded && large.end());
    for (const written of [0, LARGE_BYTES, 2 * LARGE_BYTES]) {
      await vi.waitFor(() => expect(turns).toHaveLength(1));
      expect(space.disk.count.taken).toBe(written);
      turns.shift()?.();
    }
    expect(await whole).toBe(true);
    expect([turns.length, large.size()]).toEqual([0, 2 * LARGE_BYTES + 1]);
    await large.drop();
  });

  it('is not changed by whoever uses the chunk again', async () => {
    const chunk = Buffer.from('before');
    const incoming = createIncoming(spaceOf(), 'a');
    await incoming.add(chunk);
    chunk.fill('x');
    expect(Buffer.from(await incoming.bytes()).toString()).toBe('before');
  });

  it('has no name, also after its process was killed', async () => {
    const incoming = createIncoming(spaceOf(), 'a');
    await incoming.add(sample(MEGABYTE));
    await incoming.end();
    expect(readdirSync(directory)).toEqual([]);
    await incoming.drop();
    const source = `const { createTemporaryFiles } = await import(${JSON.stringify(new URL('./temporary-file.ts', import.meta.url).href)});
      const { createSystemRandom } = await import(${JSON.stringify(new URL('../crypto/random.ts', import.meta.url).href)});
      const file = await createTemporaryFiles({ directory: ${JSON.stringify(directory)}, random: createSystemRandom() }).open();
      await file.append(new Uint8Array(1000));
      console.log('written');
      setInterval(() => file, 1000);`;
    const writer = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(writer.stdout, 'data');
    writer.kill('SIGKILL');
    await once(writer, 'close');
    expect(readdirSync(directory)).toEqual([]);
  });

  it("is refused past the peer's share, of memory and of disk, and gives back what it took", async () => {
    for (const given of [{ memory: counted(100_000) }, { disk: counted(MEGABYTE) }]) {
      const space = spaceOf(given);
      const incoming = createIncoming(space, 'a');
      const taken: boolean[] = [];
      for (let count = 0; count < 20 && !taken.includes(false); count += 1) taken.push(await incoming.add(sample(65_536)));
      expect(taken).toContain(false);
      await incoming.drop();
      expect([space.memory.count.taken, space.disk.count.taken]).toEqual([0, 0]);
      const other = createIncoming(space, 'b');
      expect(await other.add(sample(1000))).toBe(true);
    }
  });

  it('is read by its file where it is large, and is there no more afterwards', async () => {
    const space = spaceOf();
    const incoming = createIncoming(space, 'a');
    const whole = sample(MEGABYTE);
    await incoming.add(whole);
    await incoming.end();
    const read = await incoming.byFile(async (descriptor) => {
      const found = Buffer.alloc(MEGABYTE + 1);
      return found.subarray(0, readSync(descriptor, found, 0, found.length, 0));
    });
    expect([read.equals(whole), incoming.size(), space.disk.count.taken]).toEqual([true, 0, 0]);
    const small = createIncoming(space, 'a');
    await small.add(sample(10));
    await expect(small.byFile(async () => 'read')).rejects.toThrow('in memory');
  });

  it('is refused as unavailable where the disk is full, and gives back what it took', async () => {
    const full = await open('/dev/full', 'w');
    const openFile = async (): Promise<TemporaryFile> => ({
      descriptor: full.fd,
      append: (bytes) => full.appendFile(bytes),
      read: async () => new Uint8Array(),
      close: () => full.close(),
    });
    const space = spaceOf({ openFile });
    const incoming = createIncoming(space, 'a');
    await expect(incoming.add(sample(MEGABYTE))).rejects.toMatchObject({ name: 'Unavailable', cause: { code: 'ENOSPC' } });
    await incoming.drop();
    expect([space.memory.count.taken, space.disk.count.taken]).toEqual([0, 0]);
  });

  it('leaves 512 MiB of the disk free, or a tenth of a small one', async () => {
    for (const [size, reserved] of [
      [100_000, 512],
      [1000, 100],
    ] as const) {
      const space = { size: size * MEGABYTE, free: (reserved + 1) * MEGABYTE };
      const openFile = createTemporaryFiles({ directory, random, findSpace: async () => space }).open;
      const parts = spaceOf({ openFile });
      const incoming = createIncoming(parts, 'a');
      expect(await incoming.add(sample(MEGABYTE))).toBe(true);
      space.free = reserved * MEGABYTE + LARGE_BYTES - 1;
      const cause = { message: expect.stringContaining(`${directory} has only ${reserved} MiB free`) };
      await expect(incoming.add(sample(MEGABYTE))).rejects.toMatchObject({ name: 'Unavailable', cause });
      await incoming.drop();
      expect([parts.memory.count.taken, parts.disk.count.taken]).toEqual([0, 0]);
    }
  });

  it('asks nothing of a disk that does not say how large it is', async () => {
    const openFile = createTemporaryFiles({ directory, random, findSpace: async () => ({ size: 0, free: 0 }) }).open;
    const incoming = createIncoming(spaceOf({ openFile }), 'a');
    expect(await incoming.add(sample(MEGABYTE))).toBe(true);
    await incoming.drop();
  });

  it('is refused as unavailable where no file can be made', async () => {
    const openFile = createTemporaryFiles({ directory: join(directory, 'missing'), random }).open;
    await expect(createIncoming(spaceOf({ openFile }), 'a').add(sample(MEGABYTE))).rejects.toBeInstanceOf(Unavailable);
    await expect(tryTemporaryFile(join(directory, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
    await tryTemporaryFile(directory);
    expect(readdirSync(directory)).toEqual([]);
  });
});
