import type { AppContext } from '../app-context.ts';
import type { Config } from '../config.ts';
import type { ByteStore } from './blobs.ts';
import { databaseStore } from './database-store.ts';
import { directoryStore } from './directory.ts';
import { s3Store } from './s3.ts';
import { parseS3Url } from './s3-url.ts';

/** The directory that `file:DIR`, `file:/DIR` or `file:///DIR` names. */
export const directoryOf = (url: string) => url.slice('file:'.length).replace(/^\/\/(?=\/)/, '');

/** The store that BLOBS_URL names where it is not the database; throws ConfigError where it cannot be one. */
export function outsideStore(config: Config): ByteStore | undefined {
  const { BLOBS_URL: url } = config;
  if (url.startsWith('s3:')) return s3Store(parseS3Url(url, config));
  return url.startsWith('file:') ? directoryStore(directoryOf(url)) : undefined;
}

/** Opens the store that BLOBS_URL names; throws ConfigError where it cannot be one. */
export const openByteStore = ({ config, db }: Pick<AppContext, 'config' | 'db'>): ByteStore => outsideStore(config) ?? databaseStore(db);
