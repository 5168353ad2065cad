import { copyFileSync } from 'node:fs';
import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { createMigrator } from '../../../server/src/db/migrate.ts';
import { type Engine, sqlite, type TestDatabase } from '../../support/engines.ts';
import { useFolder } from '../../support/folder.ts';
import { posthorn } from '../../support/processes/command-line.ts';
import { startTestServer } from '../../support/server.ts';

export const SECRET_KEY = 's'.repeat(40);

/** A database for one test. */
export async function take(create: Engine['create']): Promise<TestDatabase> {
  const database = await create();
  onTestFinished(database.drop);
  return database;
}

export async function within<T>(url: string, use: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const db = await openDatabase(url);
  return use(db).finally(db.close);
}

/** The rows of some tables, and which tables there are. */
export const look = (url: string) =>
  within(url, async ({ read }) => ({
    tenants: await read.selectFrom('tenants').selectAll().execute(),
    proofs: await read.selectFrom('key_proofs').selectAll().execute(),
    moves: await read.selectFrom('moves').selectAll().execute(),
  }));

const COLUMNS_OF_BEFORE = {
  key_proofs: 'id, proof, erasure_key',
  tenants: 'id, name, plan, suspended, overrides, created_at, deleted_at',
};

/** A file in which somebody has a domain and a webhook, and what it is moved by. */
export function useMovable() {
  const folder = useFolder();
  let lived: TestDatabase;
  beforeAll(async () => {
    lived = await sqlite.create();
    const server = await startTestServer(sqlite, { SECRET_KEY, ROLE: 'api' }, lived);
    const tenant = await server.mint();
    await tenant.call('POST', '/v1/webhooks', { body: { url: 'https://hooks.example.com/in', events: ['delivery'] } });
    await server.stop();
  });
  afterAll(() => lived.drop());

  /** A copy of a file in which somebody has a domain and a webhook. */
  async function livedIn(): Promise<{ url: string; file: string }> {
    const { url } = await take(sqlite.createEmpty);
    const file = url.slice('sqlite:'.length);
    copyFileSync(lived.url.slice('sqlite:'.length), file);
    return { url, file };
  }

  /** A file of the same tenant as a release before left it, with the migrations up to one. */
  async function ofBefore(lastMigration: string): Promise<{ url: string; file: string }> {
    const [{ file: current }, { url }] = [await livedIn(), await take(sqlite.createEmpty)];
    await within(url, async ({ maintenance }) => {
      expect((await createMigrator(maintenance).migrateTo(lastMigration)).error).toBeUndefined();
      await sql`attach ${current} as current`.execute(maintenance);
      for (const [table, columns] of Object.entries(COLUMNS_OF_BEFORE))
        await sql`insert into ${sql.table(table)} (${sql.raw(columns)}) select ${sql.raw(columns)} from current.${sql.table(table)}`.execute(
          maintenance,
        );
    });
    return { url, file: url.slice('sqlite:'.length) };
  }

  const move = (source: string, environment: Record<string, string>, ...options: string[]) =>
    posthorn(['move', ...options], { environment: { DATABASE_URL: source, SECRET_KEY, ...environment } });

  /** What is refused leaves both as they were: the file is served. */
  async function expectServable(url: string): Promise<void> {
    expect((await look(url)).moves).toEqual([]);
    await (await startTestServer(sqlite, { SECRET_KEY, ROLE: 'api' }, { url, drop: async () => undefined })).stop();
  }

  return { folder, livedIn, ofBefore, move, expectServable };
}
