import { type FileHandle, mkdir, open, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCodeOf } from '../core/errors/error-code.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import { type ByteStore, isBlobKey } from './blobs.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Suffix of a file that is still being written; no key ends with it. */
const DRAFT = '~';

async function orUndefined<T>(work: Promise<T>, ...codes: string[]): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes(errorCodeOf(error) ?? '')) return undefined;
    throw error;
  }
}

const FULL = 'The disk for files is full; nothing was stored. Try again when there is room.';
const UNUSABLE = 'Files can be neither stored nor read now, until whoever runs the service has mended it.';

/** Faults that an operator has to fix, and what callers are told; the others are temporary and get the usual sentence. */
const MENDABLE: ReadonlyMap<string, string | undefined> = new Map([
  ...['ENOSPC', 'EDQUOT'].map((code) => [code, FULL] as const),
  ...['EACCES', 'EPERM', 'EROFS', 'EIO', 'ENOTDIR', 'EEXIST'].map((code) => [code, UNUSABLE] as const),
  // Somebody removes or moves folders while files are written, or has put a file in their place.
  ...['EMFILE', 'ENFILE', 'ENOENT'].map((code) => [code, undefined] as const),
]);

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = errorCodeOf(error) ?? '';
    throw MENDABLE.has(code) ? new Unavailable(error, MENDABLE.get(code)) : error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Stores bytes in files under a directory, one per blob, readable only by this user. */
export function createDirectoryStore(directory: string): ByteStore {
  const root = resolve(directory);

  function pathOf(key: string): string {
    if (!isBlobKey(key)) throw new Error(`${JSON.stringify(key)} is no blob key`);
    return join(root, key);
  }

  /** Opens a file for writing; tries again if another process removed the empty folder meanwhile. */
  async function openDraft(path: string): Promise<FileHandle> {
    for (;;) {
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
      const file = await orUndefined(open(path, 'w', FILE_MODE), 'ENOENT');
      if (file !== undefined) return file;
    }
  }

  /** Makes a name durable, along with those of the folders above it, which may be new. */
  async function syncNames(path: string): Promise<void> {
    let folder = path;
    do {
      folder = dirname(folder);
      await syncFolder(folder);
    } while (folder !== root);
  }

  async function removeFolders(path: string): Promise<void> {
    for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
      await orUndefined(rmdir(folder), 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY');
    }
  }

  async function writeDraft(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const file = await openDraft(path);
    try {
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async function write(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      await writeDraft(path + DRAFT, content);
    } catch (error) {
      // On a full disk it would take the remaining space.
      await rm(path + DRAFT, { force: true }).catch(() => undefined);
      throw error;
    }
    await rename(path + DRAFT, path);
    await syncNames(path);
  }

  async function remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await Promise.all([rm(path, { force: true }), rm(path + DRAFT, { force: true })]);
      await removeFolders(path);
    }
  }

  return {
    write: async (key, content) => orUnavailable(write(pathOf(key), content)),
    async read(key, from) {
      const file = await orUnavailable(orUndefined(open(pathOf(key), 'r'), 'ENOENT', 'ENOTDIR'));
      return file?.createReadStream({ start: from });
    },
    remove: async (keys) => orUnavailable(remove(keys.map(pathOf))),
  };
}
