import { createPgBossQueue, type PgBossPlatform } from './pg-boss-queue.ts';
import type { Queue } from './queue.ts';
import { createSqliteQueue } from './sqlite-queue.ts';

/** The queue of a `sqlite:` or `postgres:` database. */
export function createQueue(platform: PgBossPlatform): Queue {
  return platform.config.DATABASE_URL.startsWith('sqlite:') ? createSqliteQueue(platform) : createPgBossQueue(platform);
}
