import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ByteStore } from '../../server/src/blobs/blobs.ts';
import { createDatabaseStore } from '../../server/src/blobs/database-store.ts';
import { createDirectoryStore } from '../../server/src/blobs/directory-store.ts';
import { createS3Store } from '../../server/src/blobs/s3-store.ts';
import { parseS3Url } from '../../server/src/blobs/s3-url.ts';
import { readConfig } from '../../server/src/config/config.ts';
import type { Db } from '../../server/src/db/db.ts';
import { type Engine, engines } from './engines.ts';
import { startS3Server } from './fakes/s3-server.ts';

export interface OpenStore {
  readonly name: string;
  readonly engine: Engine;
  open(db: Db): Promise<{ store: ByteStore; close(): Promise<void> }>;
}

async function openDirectory() {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-blobs-'));
  return { store: createDirectoryStore(join(folder, 'blobs')), close: () => rm(folder, { recursive: true }) };
}

async function openS3() {
  const server = await startS3Server();
  return { store: createS3Store(parseS3Url(server.url, readConfig({}))), close: server.close };
}

const openDatabaseStore = async (db: Db) => ({ store: createDatabaseStore(db), close: async () => undefined });

/** Every byte store, each with its register in either engine. */
export const openStores: readonly OpenStore[] = engines.flatMap((engine) => [
  { name: `in the database (${engine.name})`, engine, open: openDatabaseStore },
  { name: `in S3 (${engine.name})`, engine, open: openS3 },
  { name: `in a directory (${engine.name})`, engine, open: openDirectory },
]);
