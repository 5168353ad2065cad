import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { formatCount } from './copy-tables.ts';
import type { MoveSource } from './open-source.ts';
import { countExternalBlobs } from './target-store.ts';

const describeKey = (config: Config, { files }: MoveSource): string =>
  config.SECRET_KEY === undefined
    ? `  SECRET_KEY to the line in ${resolve(files.key)}, or SECRET_KEY_FILE to that file`
    : '  SECRET_KEY to what it is here';

/** Where the bytes of files are, unless BLOBS_URL says so. */
const IN_DATABASE = 'db:';

function describeFiles({ BLOBS_URL: url }: Config, outside: number): string {
  const value = url === IN_DATABASE ? 'what it was for the service, which is not set here' : 'what it is here';
  return `  BLOBS_URL to ${value}: files that are not in the database stay where they are (${formatCount(outside)})`;
}

/** Returns what was moved, and where to: host, port and name. */
export interface DoneMove {
  readonly config: Config;
  readonly source: MoveSource;
  readonly place: string;
}

/** Returns what to set for the servers of the other database, a line each. */
export async function describeSettings({ config, source, place }: DoneMove): Promise<string[]> {
  const outside = await countExternalBlobs(source.db.read);
  return [
    `${resolve(source.files.database)} is served no more. For the new servers set`,
    `  DATABASE_URL to ${place}, with its user and password`,
    describeKey(config, source),
    ...(config.SECRET_KEY_PREVIOUS.length > 0 ? ['  SECRET_KEY_PREVIOUS to what it is here'] : []),
    ...(outside > 0 ? [describeFiles(config, outside)] : []),
  ];
}
