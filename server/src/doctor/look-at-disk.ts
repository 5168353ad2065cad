import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import { findDiskSpace } from '../core/incoming/disk-space.ts';
import { reasonOf } from '../core/reason-of.ts';
import { embeddedFiles } from '../db/open.ts';
import { type Finding, found } from './finding.ts';
import { isAbsent } from './look-at-database.ts';

const DISK = 'disk';
const MEGABYTE = 1024 * 1024;
/** In megabytes. What is written ahead of a SQLite file may take 64 before it is moved into it. */
const TOO_LITTLE = 64;
const LITTLE = 1024;

async function look(file: string, findSpace: typeof findDiskSpace): Promise<Finding> {
  const folder = dirname(file);
  const space = await findSpace(folder);
  const free = space.size === 0 ? Number.POSITIVE_INFINITY : Math.floor(space.free / MEGABYTE);
  const mend = 'make room; what was refused is taken again without a restart';
  if (free < TOO_LITTLE) return found.failed(DISK, `${folder} has ${free} MiB free: mail is refused with 503 once it is full`, mend);
  if (free < LITTLE)
    return found.warning(DISK, `${folder} has ${free} MiB free`, 'make room, or keep less (BODY_RETENTION_DAYS, MESSAGE_RETENTION_DAYS)');
  return found.ok(DISK, `${folder} has room`);
}

/** Whether there is room for a SQLite file to grow; undefined where there is none, or it is another machine's matter. */
export async function lookAtDisk(
  { DATABASE_URL: url }: Pick<Config, 'DATABASE_URL'>,
  findSpace = findDiskSpace,
): Promise<Finding | undefined> {
  const files = embeddedFiles(url);
  if (files === undefined || isAbsent(url)) return undefined;
  try {
    return await look(files.database, findSpace);
  } catch (error) {
    return found.warning(DISK, reasonOf(error), 'see how much room there is beside the database');
  }
}
