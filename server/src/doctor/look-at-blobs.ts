import { statSync } from 'node:fs';
import type { ByteStore } from '../blobs/blobs.ts';
import { directoryOf, openByteStore, openOutsideStore } from '../blobs/open-store.ts';
import { sampleKeys } from '../blobs/store.ts';
import type { Config } from '../config/config.ts';
import { createSystemRandom } from '../core/crypto/random.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import { listMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { type Finding, found } from './finding.ts';
import { isAbsent } from './look-at-database.ts';
import { tryPlaceOf } from './try-place.ts';

const FILES = 'files';
const MEND = {
  file: 'see that the directory in BLOBS_URL can be written by the user that the server runs as',
  s3: 'see that BLOBS_URL has the right bucket, endpoint, region and access key, and that the key may put, get and delete objects',
};

const RESTORE = 'put the files back from the backup, or correct BLOBS_URL: mail that has them is not sent without them';
/** Files looked for, of the first and of the last. */
const EACH = 5;

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** Writes a small file, reads it back and deletes it. */
async function tryOut(store: ByteStore): Promise<void> {
  const random = createSystemRandom();
  const key = `doctor/${random.bytes(16).toString('hex')}`;
  const written = random.bytes(64);
  await store.write(key, once(written));
  try {
    const read = await store.read(key, 0);
    if (read === undefined || !Buffer.concat(await Array.fromAsync(read)).equals(written))
      throw new Error('what was written does not come back');
  } finally {
    await store.remove([key]);
  }
}

async function isThere(store: ByteStore, key: string): Promise<boolean> {
  const content = await store.read(key, 0);
  if (content === undefined) return false;
  for await (const _ of content) return true;
  return false;
}

/** Looks for some files that the database names; undefined where none is missing, or the database cannot be asked. */
async function lookForFiles(config: Config): Promise<Finding | undefined> {
  if (isAbsent(config.DATABASE_URL)) return undefined;
  // What is wrong with the database is found elsewhere.
  const db = await openDatabase(config.DATABASE_URL, { alone: false }).catch(() => undefined);
  if (db === undefined) return undefined;
  try {
    if ((await listMigrations(db.write)).pending.length > 0) return undefined;
    const keys = await sampleKeys(db.read, EACH);
    const store = openByteStore({ config, db });
    const there = await Promise.all(keys.map((key) => isThere(store, key)));
    const missing = there.filter((is) => !is).length;
    return missing === 0 ? undefined : found.failed(FILES, `${missing} of ${keys.length} that the database names are not there`, RESTORE);
  } finally {
    await db.close();
  }
}

/** Whether BLOBS_URL has the files that the database names, and can be written, read and cleared. Throws ConfigError where it cannot be a store. */
export async function lookAtBlobs(config: Config): Promise<Finding> {
  const { BLOBS_URL: url } = config;
  const store = openOutsideStore(config);
  const isFolder = url.startsWith('file:');
  try {
    const lacking = await lookForFiles(config);
    if (lacking !== undefined) return lacking;
    if (store === undefined) return found.ok(FILES, 'kept in the database');
    if (isFolder && statSync(directoryOf(url), { throwIfNoEntry: false }) === undefined) {
      await tryPlaceOf(directoryOf(url));
      return found.warning(FILES, 'the directory is not there yet', 'the first file makes it');
    }
    await tryOut(store);
    return found.ok(FILES, `${isFolder ? 'the directory' : 'the bucket'} can be written, read and cleared`);
  } catch (error) {
    return found.failed(FILES, reasonOf(error), isFolder ? MEND.file : MEND.s3);
  }
}
