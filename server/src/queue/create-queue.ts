import { createPgBossQueue, type PgBossContext } from './pg-boss-queue.ts';
import type { Queue } from './queue.ts';
import { createSqliteQueue } from './sqlite-queue.ts';

/** Returns the queue for a `sqlite:` or `postgres:` database. */
export function createQueue(app: PgBossContext): Queue {
  return app.config.DATABASE_URL.startsWith('sqlite:') ? createSqliteQueue(app) : createPgBossQueue(app);
}
