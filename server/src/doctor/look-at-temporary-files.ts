import { type Config, temporaryDirectoryOf } from '../config/config.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import { findDiskSpace, inMebibytes, usableBytes } from '../core/incoming/disk-space.ts';
import { tryTemporaryFile } from '../core/incoming/temporary-file.ts';
import { type Finding, found } from './finding.ts';

const TEMPORARY_FILES = 'temporary files';

/** Less than so many MiB is little for what may be 3 GiB. */
const LITTLE = 1024;

async function lookAtSpace(directory: string, findSpace: typeof findDiskSpace): Promise<Finding> {
  const space = await findSpace(directory);
  const free = inMebibytes(space.free);
  const usable = inMebibytes(usableBytes(space));
  const mend = 'make room, or set TEMP_DIR to a directory on another disk';
  if (usable <= 0)
    return found.failed(TEMPORARY_FILES, `${directory} has ${free} MiB free: requests and mails over 256 KiB are refused`, mend);
  if (usable < LITTLE)
    return found.warning(TEMPORARY_FILES, `${directory} has room for ${usable} MiB of what is large, of up to 3 GiB`, mend);
  return found.ok(TEMPORARY_FILES, `${directory} can be written`);
}

/** Whether what is large can wait on disk while it comes in. */
export async function lookAtTemporaryFiles(config: Pick<Config, 'TEMP_DIR'>, findSpace = findDiskSpace): Promise<Finding> {
  const directory = temporaryDirectoryOf(config);
  try {
    await tryTemporaryFile(directory);
    return await lookAtSpace(directory, findSpace);
  } catch (error) {
    return found.failed(
      TEMPORARY_FILES,
      reasonOf(error),
      'set TEMP_DIR to a directory on disk that the user that the server runs as can write',
    );
  }
}
