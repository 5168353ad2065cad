import { statSync } from 'node:fs';
import type { ByteStore } from '../blobs/blobs.ts';
import { directoryOf, openOutsideStore } from '../blobs/open-store.ts';
import type { Config } from '../config.ts';
import { createSystemRandom } from '../core/crypto/random.ts';
import { reasonOf } from '../core/reason-of.ts';
import { type Finding, found } from './finding.ts';
import { tryPlaceOf } from './try-place.ts';

const FILES = 'files';
const MEND = {
  file: 'see that the directory in BLOBS_URL can be written by the user that the server runs as',
  s3: 'see that BLOBS_URL has the right bucket, endpoint, region and access key, and that the key may put, get and delete objects',
};

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

/** Whether BLOBS_URL can be written, read and cleared. Throws ConfigError where it cannot be a store. */
export async function lookAtBlobs(config: Config): Promise<Finding> {
  const { BLOBS_URL: url } = config;
  const store = openOutsideStore(config);
  if (store === undefined) return found.ok(FILES, 'kept in the database');
  const isFolder = url.startsWith('file:');
  try {
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
