import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ByteStore } from '../../server/src/blobs/blobs.ts';
import { databaseStore } from '../../server/src/blobs/database.ts';
import { directoryStore } from '../../server/src/blobs/directory.ts';
import type { Db } from '../../server/src/db/db.ts';
import { type Engine, engines } from '../support/engines.ts';

export interface OpenStore {
  readonly name: string;
  readonly engine: Engine;
  open(db: Db): Promise<{ store: ByteStore; close(): Promise<void> }>;
}

async function openDirectory() {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-blobs-'));
  return { store: directoryStore(join(folder, 'blobs')), close: () => rm(folder, { recursive: true }) };
}

const openDatabaseStore = async (db: Db) => ({ store: databaseStore(db), close: async () => undefined });

/** Every store of bytes, each with its register in either engine. */
export const openStores: readonly OpenStore[] = engines.flatMap((engine) => [
  { name: `in the database (${engine.name})`, engine, open: openDatabaseStore },
  { name: `in a directory (${engine.name})`, engine, open: openDirectory },
]);
