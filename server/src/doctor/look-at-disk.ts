import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { directoryOf } from '../blobs/open-store.ts';
import type { Config } from '../config/config.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import { findDiskSpace, inMebibytes } from '../core/incoming/disk-space.ts';
import { embeddedFiles } from '../db/open.ts';
import { type Finding, found } from './finding.ts';
import { isAbsent } from './look-at-database.ts';

const DISK = 'disk';
/** In MiB. What is written ahead of a SQLite file may take 64 before it is moved into it. */
const TOO_LITTLE = 64;
const LITTLE = 1024;

/** Returns what two folders of one disk have in common: the number of the disk, or the path of one that may not be looked at. */
function diskOf(folder: string): number | string | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.dev;
  } catch {
    return folder;
  }
}

/** The folders that grow, one of each disk: that of a SQLite file, and that of the files that come with mail. */
function foldersOf({ DATABASE_URL: url, BLOBS_URL: blobs }: Pick<Config, 'DATABASE_URL' | 'BLOBS_URL'>): string[] {
  const files = isAbsent(url) ? undefined : embeddedFiles(url);
  const folders = [...(files === undefined ? [] : [dirname(files.database)]), ...(blobs.startsWith('file:') ? [directoryOf(blobs)] : [])];
  const byDisk = new Map<number | string, string>();
  for (const folder of folders) {
    const disk = diskOf(folder);
    if (disk !== undefined && !byDisk.has(disk)) byDisk.set(disk, folder);
  }
  return [...byDisk.values()];
}

async function look(folder: string, findSpace: typeof findDiskSpace): Promise<Finding> {
  const space = await findSpace(folder);
  const free = space.size === 0 ? Number.POSITIVE_INFINITY : inMebibytes(space.free);
  const mend = 'make room; what was refused is taken again without a restart';
  if (free < TOO_LITTLE) return found.failed(DISK, `${folder} has ${free} MiB free: mail is refused with 503 once it is full`, mend);
  if (free < LITTLE)
    return found.warning(DISK, `${folder} has ${free} MiB free`, 'make room, or keep less (BODY_RETENTION_DAYS, MESSAGE_RETENTION_DAYS)');
  return found.ok(DISK, `${folder} has room`);
}

async function lookSafely(folder: string, findSpace: typeof findDiskSpace): Promise<Finding> {
  try {
    return await look(folder, findSpace);
  } catch (error) {
    return found.warning(DISK, reasonOf(error), `see how much room ${folder} has`);
  }
}

/** Whether there is room for a SQLite file and for files in a directory to grow; nothing of what is another machine's matter. */
export const lookAtDisks = (
  config: Pick<Config, 'DATABASE_URL' | 'BLOBS_URL'>,
  findSpace: typeof findDiskSpace = findDiskSpace,
): Promise<Finding[]> => Promise.all(foldersOf(config).map((folder) => lookSafely(folder, findSpace)));
