import type { AppContext } from '../app-context.ts';
import type { Config } from '../config/config.ts';
import type { ByteStore } from './blobs.ts';
import { createDatabaseStore } from './database-store.ts';
import { createDirectoryStore } from './directory-store.ts';
import { createS3Store } from './s3-store.ts';
import { parseS3Url } from './s3-url.ts';

/** Returns the directory in `file:DIR`, `file:/DIR` or `file:///DIR`. */
export const directoryOf = (url: string) => url.slice('file:'.length).replace(/^\/\/(?=\/)/, '');

/** Returns the store that BLOBS_URL names if it is not the database; throws ConfigError if it cannot be used. */
export function openOutsideStore(config: Config): ByteStore | undefined {
  const { BLOBS_URL: url } = config;
  if (url.startsWith('s3:')) return createS3Store(parseS3Url(url, config));
  return url.startsWith('file:') ? createDirectoryStore(directoryOf(url)) : undefined;
}

/** Opens the store that BLOBS_URL names; throws ConfigError if it cannot be used. */
export const openByteStore = ({ config, db }: Pick<AppContext, 'config' | 'db'>): ByteStore =>
  openOutsideStore(config) ?? createDatabaseStore(db);
