import { randomUUID } from 'node:crypto';
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
};

const postgres: Engine = {
  name: 'postgres',
  create: async () => {
    const name = `posthorn_${randomUUID().replaceAll('-', '')}`;
    await onServer(`create database ${name}`);
    const url = new URL(inject('postgresUrl'));
    url.pathname = `/${name}`;
    return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
  },
};

/** Every suite that touches the database runs over both. */
export const engines: readonly Engine[] = [sqlite, postgres];
