import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ByteStore } from './blobs.ts';
import { createDirectoryStore } from './directory-store.ts';

const KEY = 'ten_a/msg_1/a.txt';

async function* of(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

describe('the store of blobs in a directory', () => {
  let folder: string;
  let root: string;
  let store: ByteStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-blobs-'));
    root = join(folder, 'deep', 'blobs');
    store = createDirectoryStore(root);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const modeOf = async (path: string) => ((await stat(join(root, path))).mode & 0o777).toString(8);

  it('is for this user alone', async () => {
    await store.write(KEY, of('x'));
    expect(await Promise.all(['', 'ten_a', 'ten_a/msg_1', KEY].map(modeOf))).toEqual(['700', '700', '700', '600']);
  });

  it('shows a file only when it is whole', async () => {
    const seen: string[][] = [];
    async function* slowly(): AsyncIterable<Uint8Array> {
      yield Buffer.from('half');
      seen.push(await readdir(join(root, 'ten_a/msg_1')));
    }
    await store.write(KEY, slowly());
    expect(seen).toEqual([['a.txt~']]);
    expect(await readdir(join(root, 'ten_a/msg_1'))).toEqual(['a.txt']);
  });

  it('removes files with what broke off and the folders that are empty then', async () => {
    await store.write(KEY, of('x'));
    await store.write('ten_a/msg_2/b', of('x'));
    await writeFile(join(root, `${KEY}~`), 'half');
    await store.remove([KEY, 'ten_b/msg_1/missing']);
    expect(await readdir(root, { recursive: true })).toEqual(['ten_a', 'ten_a/msg_2', 'ten_a/msg_2/b']);
    await store.remove(['ten_a/msg_2/b']);
    expect(await readdir(root)).toEqual([]);
  });

  it('is unavailable where the disk is full, and leaves nothing that takes of it', async () => {
    async function* full(): AsyncIterable<Uint8Array> {
      yield Buffer.from('half');
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    await expect(store.write(KEY, full())).rejects.toMatchObject({ name: 'Unavailable', detail: expect.stringContaining('is full') });
    expect(await readdir(join(root, 'ten_a/msg_1'))).toEqual([]);
    const broken = async function* (): AsyncIterable<Uint8Array> {
      yield Buffer.from('half');
      throw new Error('the sender went away');
    };
    await expect(store.write(KEY, broken())).rejects.toThrow('the sender went away');
    expect(await readdir(join(root, 'ten_a/msg_1'))).toEqual([]);
  });

  it('is unavailable for a file whose folders are moved away meanwhile, and where a file is in their place', async () => {
    async function* moved(): AsyncIterable<Uint8Array> {
      yield Buffer.from('half');
      await rm(root, { recursive: true });
    }
    await expect(store.write(KEY, moved())).rejects.toMatchObject({ name: 'Unavailable' });
    await store.write(KEY, of('x'));
    await rm(root, { recursive: true });
    await writeFile(root, '');
    await expect(store.write(KEY, of('x'))).rejects.toMatchObject({ name: 'Unavailable', detail: expect.stringContaining('mended') });
    expect(await store.read(KEY, 0)).toBeUndefined();
  });

  it.each(['EACCES', 'EPERM', 'EROFS', 'EIO'])('is unavailable until somebody mends it where the system says %s', async (code) => {
    async function* refused(): AsyncIterable<Uint8Array> {
      yield Buffer.from('half');
      throw Object.assign(new Error('not here'), { code });
    }
    const detail = expect.stringContaining('until whoever runs the service has mended it');
    await expect(store.write(KEY, refused())).rejects.toMatchObject({ name: 'Unavailable', detail });
    expect(await readdir(join(root, 'ten_a/msg_1'))).toEqual([]);
  });

  it('writes into a folder that is being removed as an empty one', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `ten_a/msg_1/${index}`);
    await Promise.all(keys.flatMap((key) => [store.write(key, of(key)), store.remove(['ten_a/msg_1/missing'])]));
    for (const key of keys) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of (await store.read(key, 0)) ?? []) chunks.push(chunk);
      expect(String(Buffer.concat(chunks))).toBe(key);
    }
  });

  it.each(['../a', 'ten_a/../../a', 'ten_a/./a', '/etc/passwd', 'ten_a/a\0b', 'ten_a/a~', 'ten_a\\..\\a', 'ten_a', ''])(
    'refuses the key %j',
    async (key) => {
      await mkdir(root, { recursive: true });
      await expect(store.write(key, of('x'))).rejects.toThrow('is no blob key');
      await expect(store.read(key, 0)).rejects.toThrow('is no blob key');
      await expect(store.remove([key])).rejects.toThrow('is no blob key');
      expect(await readdir(folder, { recursive: true })).toEqual(['deep', 'deep/blobs']);
    },
  );
});
