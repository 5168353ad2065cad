import { type Config, temporaryDirectoryOf } from '../config.ts';
import { tryTemporaryFile } from '../core/incoming/temporary-file.ts';
import { type Finding, found, reasonOf } from './finding.ts';

const TEMPORARY_FILES = 'temporary files';

/** Whether what is large can wait on disk while it comes in. */
export async function lookAtTemporaryFiles(config: Pick<Config, 'TEMP_DIR'>): Promise<Finding> {
  const directory = temporaryDirectoryOf(config);
  try {
    await tryTemporaryFile(directory);
    return found.ok(TEMPORARY_FILES, `${directory} can be written`);
  } catch (error) {
    return found.failed(
      TEMPORARY_FILES,
      reasonOf(error),
      'set TEMP_DIR to a directory on disk that the user that the server runs as can write',
    );
  }
}
