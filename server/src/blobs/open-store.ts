import type { Platform } from '../platform.ts';
import type { ByteStore } from './blobs.ts';
import { databaseStore } from './database.ts';
import { directoryStore } from './directory.ts';

/** Opens the store that BLOBS_URL names. */
export function openByteStore({ config, db }: Pick<Platform, 'config' | 'db'>): ByteStore {
  const url = config.BLOBS_URL;
  return url.startsWith('file:') ? directoryStore(url.slice('file:'.length).replace(/^\/\/(?=\/)/, '')) : databaseStore(db);
}
