import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runOnPostgres, startPostgres, type TestPostgres } from '../../../../tests/support/database/postgres.ts';
import { eventually } from '../../../../tests/support/wait.ts';
import type { Db } from '../db.ts';
import { createMigrator } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { keepOthersOut } from './keep-others-out.ts';

/** More than a busy machine needs. */
const TRIES = 20;

let server: TestPostgres;
let db: Db;

beforeEach(async () => {
  server = await startPostgres();
  await runOnPostgres(server.url, "alter system set autovacuum_naptime = '1s'");
  await runOnPostgres(server.url, 'select pg_reload_conf()');
  db = await openDatabase(server.url);
  await createMigrator(db.maintenance).migrateTo('0003-suppressions');
});
afterEach(async () => {
  await db.close();
  await server.stop();
});

/** Makes PostgreSQL vacuum a table on its own, so slowly that it would take hours. */
async function beginUpkeep(): Promise<void> {
  const { write } = db;
  await sql`alter table tenants set (autovacuum_vacuum_cost_limit = 1, autovacuum_vacuum_cost_delay = 100,
    autovacuum_vacuum_threshold = 10, autovacuum_vacuum_scale_factor = 0)`.execute(write);
  await sql`insert into tenants (id, name, plan, suspended, overrides, created_at)
    select 'ten_' || i, repeat('x', 500), 'free', 0, '{}', i from generate_series(1, 20000) i`.execute(write);
  await sql`update tenants set name = name || 'y'`.execute(write);
  await eventually(async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where backend_type = 'autovacuum worker' and query like '%tenants%'`.execute(write);
    return rows[0];
  });
}

it('has an autovacuum that is under way make room, which would keep a migration out for as long as it takes', async () => {
  await beginUpkeep();
  const keepOut = () =>
    db.maintenance
      .transaction()
      .execute(keepOthersOut)
      .then(
        () => true,
        () => false,
      );
  let isAlone = false;
  for (let left = TRIES; !isAlone && left > 0; left -= 1) isAlone = await keepOut();
  expect(isAlone).toBe(true);
});
