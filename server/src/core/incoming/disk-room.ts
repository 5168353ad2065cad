import { statfs } from 'node:fs/promises';

/** What a file system has, in bytes. */
export interface DiskSpace {
  /** 0 where it does not say. */
  readonly size: number;
  readonly free: number;
}

/** Returns what the file system of a directory has. */
export type FindDiskSpace = (directory: string) => Promise<DiskSpace>;

export const findDiskSpace: FindDiskSpace = async (directory) => {
  const { blocks, bavail, bsize } = await statfs(directory);
  return { size: blocks * bsize, free: bavail * bsize };
};

/** Stays free for whatever else is on the disk: a database that cannot write loses what is small as well. */
const RESERVED_BYTES = 512 * 1024 * 1024;
/** No more of a disk that is small, such as one in memory. */
const RESERVED_PART = 1 / 10;

/** Returns how many bytes may be written; 0 or less for none. */
export const roomOf = ({ size, free }: DiskSpace): number =>
  size === 0 ? Number.POSITIVE_INFINITY : free - Math.min(RESERVED_BYTES, size * RESERVED_PART);
