import { constants } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createSystemRandom, type Random } from '../crypto/random.ts';
import { createDiskBudget, findDiskSpace } from './disk-space.ts';

/** A file that nobody else can open, and that is gone once it is closed or its process has ended. */
export interface TemporaryFile {
  /** By which threads of this process read it, as long as it is open. */
  readonly descriptor: number;
  append(bytes: Uint8Array): Promise<void>;
  /** Returns so many bytes from a place; fewer where the file ends before. */
  read(from: number, bytes: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Of the names, which are seen for a moment. */
export const TEMPORARY_PREFIX = 'posthorn-incoming-';

const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;

/** Opens a file whose name is gone already: what a process leaves that is killed, the system removes. */
async function openNameless(directory: string, random: Random) {
  const path = join(directory, `${TEMPORARY_PREFIX}${random.bytes(16).toString('hex')}`);
  const file = await open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    await unlink(path);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}

export interface TemporaryFilesOptions {
  readonly directory: string;
  readonly random: Random;
  /** Asked now and then; the system's answer unless given. */
  readonly findSpace?: typeof findDiskSpace;
}

/** Files that together leave a part of the disk free; what would take of that is not written. */
export interface TemporaryFiles {
  open(): Promise<TemporaryFile>;
}

export function createTemporaryFiles({ directory, random, findSpace = findDiskSpace }: TemporaryFilesOptions): TemporaryFiles {
  const budget = createDiskBudget(directory, findSpace);
  return {
    async open() {
      const file = await openNameless(directory, random);
      return {
        descriptor: file.fd,
        async append(bytes) {
          await budget.take(bytes.length);
          await file.appendFile(bytes);
        },
        async read(from, bytes) {
          const whole = new Uint8Array(bytes);
          let at = 0;
          for (let bytesRead = -1; bytesRead !== 0 && at < bytes; at += bytesRead) {
            ({ bytesRead } = await file.read(whole, at, bytes - at, from + at));
          }
          return whole.subarray(0, at);
        },
        close: () => file.close(),
      };
    },
  };
}

/** Throws where files cannot be made and written in a directory. */
export async function tryTemporaryFile(directory: string): Promise<void> {
  const file = await openNameless(directory, createSystemRandom());
  try {
    await file.appendFile(new Uint8Array(64));
  } finally {
    await file.close();
  }
}
