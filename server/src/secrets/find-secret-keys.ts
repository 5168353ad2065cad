import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Random } from '../core/crypto/random.ts';
import type { SecretKeys } from '../core/crypto/secret-box.ts';
import { errorCodeOf } from '../core/errors/error-code.ts';
import { type EmbeddedFiles, embeddedFiles, explainAccess } from '../db/open.ts';

const SECRET_BYTES = 32;
const SHORTEST = 32;

/** Returns the key in a file; undefined if there is no such file. */
function readKey(file: string): string | undefined {
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (key.length < SHORTEST) throw new ConfigError(`SECRET_KEY: ${file} holds no key; bring the file back, or set the variable`);
  return key;
}

/** Writes a key under its name only once it is complete, and keeps one that another process wrote first. */
function writeKey(file: string, key: string, random: Random): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${random.bytes(6).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(descriptor, `${key}\n`);
    fsyncSync(descriptor);
    linkSync(draft, file);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    closeSync(descriptor);
    rmSync(draft, { force: true });
  }
}

function hasContent(database: string): boolean {
  const found = statSync(database, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size > 0;
}

function make({ key: file }: EmbeddedFiles, random: Random): string {
  const made = random.bytes(SECRET_BYTES).toString('base64url');
  writeKey(file, made, random);
  return readKey(file) ?? made;
}

function findKept({ database, key: file }: EmbeddedFiles): string | undefined {
  const known = readKey(file);
  // A new key would make everything unreadable that was encrypted with the lost one.
  if (known === undefined && hasContent(database))
    throw new ConfigError(`SECRET_KEY: ${database} needs its key file ${file}; bring it back, or set the variable`);
  return known;
}

function useFile<T>({ database, key: file }: EmbeddedFiles, use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`DATABASE_URL: ${file} cannot be used: ${explainAccess(error, database)}`);
  }
}

function findCurrent(config: Config, random: Random): string {
  if (config.SECRET_KEY !== undefined) return config.SECRET_KEY;
  const files = embeddedFiles(config.DATABASE_URL);
  if (files === undefined) return random.bytes(SECRET_BYTES).toString('base64url');
  return useFile(files, () => findKept(files) ?? make(files, random));
}

/** Does the same as findSecretKeys, but generates no key: undefined if there is none yet. */
export function findKnownKeys(config: Config): SecretKeys | undefined {
  const files = embeddedFiles(config.DATABASE_URL);
  const current = config.SECRET_KEY ?? (files && useFile(files, () => findKept(files)));
  return current === undefined ? undefined : { current, previous: config.SECRET_KEY_PREVIOUS };
}

/**
 * Returns SECRET_KEY, or the key that was generated at the first start and is stored beside the database, never in it, along with the
 * keys of SECRET_KEY_PREVIOUS. Must be called before the database is opened, which creates it: the key comes first. Throws ConfigError.
 */
export const findSecretKeys = (config: Config, random: Random): SecretKeys => ({
  current: findCurrent(config, random),
  previous: config.SECRET_KEY_PREVIOUS,
});
