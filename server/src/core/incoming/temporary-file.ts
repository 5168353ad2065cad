import { constants } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createSystemRandom, type Random } from '../crypto/random.ts';
import { createDiskBudget, findDiskSpace } from './disk-space.ts';

/** An unlinked file: nobody else can open it, and it disappears once it is closed or its process has ended. */
export interface TemporaryFile {
  /** File descriptor, by which threads of this process can read it while it is open. */
  readonly descriptor: number;
  /** Appends bytes; rejects where they would take of the part of the disk that is kept free. */
  append(bytes: Uint8Array): Promise<void>;
  /** Returns so many bytes from the offset `from`; fewer where the file ends before. */
  read(from: number, bytes: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Prefix of the names of the files, which exist for a moment. */
export const TEMPORARY_PREFIX = 'posthorn-incoming-';

const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;

/** Opens a file and unlinks it at once: the system frees the files of a killed process. */
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

/** Where temporary files are, and how they are named. */
export interface TemporaryFilesOptions {
  readonly directory: string;
  readonly random: Random;
  /** Returns size and free space of the directory's file system; the system's answer by default. */
  readonly findSpace?: typeof findDiskSpace;
}

/** Opens temporary files that together leave a part of the disk free; what would take of that is not written. */
export interface TemporaryFiles {
  open(): Promise<TemporaryFile>;
}

/** Creates the temporary files of one process. */
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

/** Creates, writes and removes a file in a directory. Throws where that fails. */
export async function tryTemporaryFile(directory: string): Promise<void> {
  const file = await openNameless(directory, createSystemRandom());
  try {
    await file.appendFile(new Uint8Array(64));
  } finally {
    await file.close();
  }
}
