import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Random } from '../core/crypto/random.ts';
import type { SecretKeys } from '../core/crypto/secret-box.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import type { Db } from '../db/db.ts';
import { migrateDatabase } from '../db/migrate-database.ts';
import { assertDatabase, type EmbeddedFiles, embeddedFiles, openDatabase } from '../db/open.ts';
import type { OpenOptions } from '../db/open-options.ts';
import { checkSealed } from '../secrets/check-sealed.ts';
import { findKnownKeys } from '../secrets/find-secret-keys.ts';
import { type MoveMark, readMark } from './mark-store.ts';

/** The file that is moved, locked as a server locks it. */
export interface MoveSource {
  readonly db: Db;
  readonly files: EmbeddedFiles;
  readonly keys: SecretKeys;
}

function filesOf({ DATABASE_URL: url }: Config): EmbeddedFiles {
  const files = embeddedFiles(url);
  if (files === undefined) throw new ConfigError('DATABASE_URL: only a SQLite file is moved');
  assertDatabase(url);
  return files;
}

/** Returns the mark of the file of DATABASE_URL, whoever serves it; undefined where it was not moved. Throws ConfigError where it cannot be read. */
export function readSourceMark(config: Config): MoveMark | undefined {
  const { database } = filesOf(config);
  try {
    return readMark(database);
  } catch (error) {
    throw new ConfigError(`DATABASE_URL: ${database} cannot be read: ${reasonOf(error)}`);
  }
}

/** Opens the file of DATABASE_URL. Throws ConfigError where there is nothing in it, and DatabaseInUse where it is served. The caller closes `db`. */
export async function openSource(config: Config, database: Partial<OpenOptions>): Promise<MoveSource> {
  const files = filesOf(config);
  const keys = findKnownKeys(config);
  if (keys === undefined) throw new ConfigError(`DATABASE_URL: ${files.database} is empty`);
  return { db: await openDatabase(config.DATABASE_URL, database), files, keys };
}

/** Brings the file up to date, and opens everything sealed in it. Throws ConfigError where the keys do not open it, for then they would not there. */
export async function prepareSource({ db, keys }: MoveSource, config: Config, random: Random): Promise<void> {
  await migrateDatabase(db, config);
  await checkSealed({ db, random }, keys);
}
