import { randomUUID } from 'node:crypto';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { makeDataFolder } from './database/data-folder.ts';
import { runOnPostgres } from './database/postgres.ts';

export interface TestDatabase {
  /** For DATABASE_URL. */
  readonly url: string;
  drop(): Promise<void>;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** A migrated database, including the queue, which outlives the process that opens it. */
  create(): Promise<TestDatabase>;
  /** A database without any table. */
  createEmpty(): Promise<TestDatabase>;
}

function createFolder(): { readonly file: string } & TestDatabase {
  const folder = makeDataFolder('sqlite');
  const file = join(folder, 'posthorn.db');
  return { file, url: `sqlite:${file}`, drop: async () => rmSync(folder, { recursive: true }) };
}

/** For what does not depend on the engine. */
export const sqlite: Engine = {
  name: 'sqlite',
  create: async () => {
    const database = createFolder();
    copyFileSync(inject('templates').sqlite, database.file);
    return database;
  },
  createEmpty: async () => {
    const database = createFolder();
    writeFileSync(database.file, '');
    return database;
  },
};

async function createOnServer(template: string): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `posthorn_${randomUUID().replaceAll('-', '')}`;
  await runOnPostgres(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOnPostgres(server, `drop database ${name} with (force)`) };
}

export const postgres: Engine = {
  name: 'postgres',
  create: () => createOnServer(inject('templates').postgres),
  createEmpty: () => createOnServer('template0'),
};

/** Runs a suite on both engines; for every suite that uses the database. */
export const engines: readonly Engine[] = [sqlite, postgres];
