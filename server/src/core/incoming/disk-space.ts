import { statfs } from 'node:fs/promises';
import { systemClock } from '../clock.ts';

/** Size and free space of a file system, in bytes. */
export interface DiskSpace {
  /** 0 where the file system does not tell. */
  readonly size: number;
  readonly free: number;
}

/** Returns size and free space of the file system of a directory. Rejects where there is no such directory. */
export async function findDiskSpace(directory: string): Promise<DiskSpace> {
  const { blocks, bavail, bsize } = await statfs(directory);
  return { size: blocks * bsize, free: bavail * bsize };
}

/** Returns bytes in whole MiB, rounded down. */
export const inMebibytes = (bytes: number): number => Math.floor(bytes / (1024 * 1024));

/** Stays free for whatever else is on the disk: a database that cannot write loses what is small as well. */
const RESERVED_BYTES = 512 * 1024 * 1024;
/** No more of a disk that is small, such as one in memory. */
const RESERVED_PART = 1 / 10;

/** Returns how many bytes may be written, so that 512 MiB stay free, or a tenth of a smaller disk; 0 or less for none, infinity where the size is not known. */
export const usableBytes = ({ size, free }: DiskSpace): number =>
  size === 0 ? Number.POSITIVE_INFINITY : free - Math.min(RESERVED_BYTES, size * RESERVED_PART);

/** How long a query of the disk stays valid; bytes written meanwhile are subtracted. Each costs the event loop as much as a small write. */
const FRESH_MS = 100;

/** The usable bytes of a disk, which several files share. */
export interface DiskBudget {
  /** Takes bytes that are about to be written off the budget; throws where it has fewer. */
  take(bytes: number): Promise<void>;
}

/** Creates the budget of the disk of a directory. */
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
      if (left < bytes) throw new Error(`${directory} has only ${inMebibytes(free)} MiB free, which are kept for what else is on its disk`);
      left -= bytes;
    },
  };
}
