import type { Platform } from '../platform.ts';
import type { ByteStore } from './blobs.ts';
import { databaseStore } from './database.ts';
import { directoryStore } from './directory.ts';
import { s3Store } from './s3.ts';
import { parseS3Url } from './s3-url.ts';

/** `file:DIR`, `file:/DIR` and `file:///DIR`. */
const directoryOf = (url: string) => url.slice('file:'.length).replace(/^\/\/(?=\/)/, '');

/** Opens the store that BLOBS_URL names; throws ConfigError where it cannot be one. */
export function openByteStore({ config, db }: Pick<Platform, 'config' | 'db'>): ByteStore {
  const { BLOBS_URL: url } = config;
  if (url.startsWith('s3:')) return s3Store(parseS3Url(url, config));
  return url.startsWith('file:') ? directoryStore(directoryOf(url)) : databaseStore(db);
}
