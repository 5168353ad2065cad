import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { jobNames } from '../../server/src/queue/jobs.ts';
import { poolOptions } from '../../server/src/queue/pg-boss-patches.ts';
import type { Engine } from '../support/engines.ts';
import type { TestServer } from '../support/server.ts';

/**
 * Makes the queue notice dead workers now: by itself it does so when their leases have expired by the machine's time, which the test
 * cannot move. On SQLite a process notices those of the previous one when it starts.
 */
export async function missDeadWorkers(engine: Engine, { app }: TestServer): Promise<void> {
  if (engine.name === 'sqlite') return;
  const { write } = app.db;
  const { rows } = await sql<{ name: string; id: string }>`select name, id from pgboss.job where state = 'active'`.execute(write);
  if (rows.length === 0) return;
  const options = { ...poolOptions, max: 1, migrate: false, schedule: false, supervise: false };
  const boss = new PgBoss({ ...options, connectionString: app.config.DATABASE_URL });
  await boss.start();
  for (const name of jobNames) {
    const ids = rows.filter((row) => row.name === name).map(({ id }) => id);
    if (ids.length > 0) await boss.fail(name, ids);
  }
  await boss.stop({ graceful: false });
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(write);
}
