import { statfs } from 'node:fs/promises';
import { systemClock } from '../clock.ts';

/** What a file system has, in bytes. */
export interface DiskSpace {
  /** 0 where it does not say. */
  readonly size: number;
  readonly free: number;
}

/** Returns what the file system of a directory has. */
export async function findDiskSpace(directory: string): Promise<DiskSpace> {
  const { blocks, bavail, bsize } = await statfs(directory);
  return { size: blocks * bsize, free: bavail * bsize };
}

/** Stays free for whatever else is on the disk: a database that cannot write loses what is small as well. */
const RESERVED_BYTES = 512 * 1024 * 1024;
/** No more of a disk that is small, such as one in memory. */
const RESERVED_PART = 1 / 10;

/** Returns how many bytes may be written; 0 or less for none. */
export const usableBytes = ({ size, free }: DiskSpace): number =>
  size === 0 ? Number.POSITIVE_INFINITY : free - Math.min(RESERVED_BYTES, size * RESERVED_PART);

/** For how long an answer of the disk holds; what is written meanwhile is taken off it. Each costs the event loop as much as a small write. */
const FRESH_MS = 100;
const MEGABYTE = 1024 * 1024;

/** The bytes of a disk that several files share. */
export interface DiskBudget {
  /** Takes what is about to be written off it; throws where there is not as much. */
  take(bytes: number): Promise<void>;
}

export function createDiskBudget(directory: string, findSpace: typeof findDiskSpace): DiskBudget {
  let [left, free, asked] = [0, 0, Number.NEGATIVE_INFINITY];
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const space = await findSpace(directory);
    [left, free, asked] = [usableBytes(space), space.free, systemClock.monotonic()];
  }

  /** Once for all who ask at that moment: with an answer each they would take the same bytes. */
  function askTogether(): Promise<void> {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    async take(bytes) {
      if (left < bytes || systemClock.monotonic() - asked > FRESH_MS) await askTogether();
      if (left < bytes)
        throw new Error(`${directory} has only ${Math.floor(free / MEGABYTE)} MiB free, which are kept for what else is on its disk`);
      left -= bytes;
    },
  };
}
