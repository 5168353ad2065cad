import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  /** For DATABASE_URL. */
  readonly url: string;
  drop(): Promise<void>;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** An empty database of its own. */
  create(): Promise<TestDatabase>;
  /** One that outlives the process that opens it. */
  createKept(): Promise<TestDatabase>;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** For what does not depend on the engine. */
export const sqlite: Engine = {
  name: 'sqlite',
  create: async () => ({ url: 'sqlite::memory:', drop: async () => undefined }),
  createKept: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-'));
    return { url: `sqlite:${join(folder, 'posthorn.db')}`, drop: async () => rmSync(folder, { recursive: true }) };
  },
};

async function createOnServer(): Promise<TestDatabase> {
  const name = `posthorn_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
}

const postgres: Engine = { name: 'postgres', create: createOnServer, createKept: createOnServer };

/** Every suite that touches the database runs over both. */
export const engines: readonly Engine[] = [sqlite, postgres];
