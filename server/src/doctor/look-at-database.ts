import { statSync } from 'node:fs';
import type { Config } from '../config.ts';
import { ping } from '../db/db.ts';
import { listMigrations } from '../db/migrate.ts';
import { DatabaseInUse, embeddedFiles, isPooled, keepsSessions, openDatabase, SessionsNotKept, TOLERATED_MS } from '../db/open.ts';
import { type Finding, found, reasonOf } from './finding.ts';

const DATABASE = 'database';
const NOTIFICATIONS = 'notifications';

/** Whether there is no database file yet: opening it would make it. */
export function isAbsent(url: string): boolean {
  const files = embeddedFiles(url);
  return files !== undefined && statSync(files.database, { throwIfNoEntry: false }) === undefined;
}

async function look(url: string): Promise<Finding> {
  const db = await openDatabase(url);
  try {
    await ping(db);
    const { pending } = await listMigrations(db.write);
    if (pending.length > 0) return found.failed(DATABASE, `lacks ${pending.join(', ')}`, 'run posthorn migrate');
    const skewMs = db.clock.skewMs();
    if (Math.abs(skewMs) > TOLERATED_MS)
      return found.warning(
        DATABASE,
        `this machine's clock is ${Math.round(skewMs / 1000)} s ahead of its, which decides`,
        'set the time by NTP',
      );
    return found.ok(DATABASE, 'reachable and up to date');
  } finally {
    await db.close();
  }
}

/** Whether the database of DATABASE_URL answers and is up to date. Changes nothing. */
export async function lookAtDatabase({ DATABASE_URL: url }: Pick<Config, 'DATABASE_URL'>): Promise<Finding> {
  if (isAbsent(url)) return found.warning(DATABASE, 'there is none yet', 'the first posthorn serve makes it');
  try {
    return await look(url);
  } catch (error) {
    if (error instanceof SessionsNotKept) return found.failed(DATABASE, error.message, 'add ?pgbouncer=true to DATABASE_URL');
    if (error instanceof DatabaseInUse) return found.ok(DATABASE, 'in use by a running server');
    return found.failed(DATABASE, reasonOf(error), 'see that DATABASE_URL names a database that runs and lets you in');
  }
}

const POLLING = 'new jobs are looked for once a second';
const LISTEN_DIRECTLY = 'set DATABASE_LISTEN_URL to PostgreSQL itself, past PgBouncer';

/** Whether workers are told of new jobs; undefined where nobody else could be asked than the database itself. */
export async function lookAtNotifications(config: Pick<Config, 'DATABASE_URL' | 'DATABASE_LISTEN_URL'>): Promise<Finding | undefined> {
  const { DATABASE_URL: url, DATABASE_LISTEN_URL: listenUrl } = config;
  if (listenUrl === undefined) return isPooled(url) ? found.warning(NOTIFICATIONS, POLLING, LISTEN_DIRECTLY) : undefined;
  try {
    if (await keepsSessions(listenUrl)) return found.ok(NOTIFICATIONS, 'DATABASE_LISTEN_URL hears of new jobs');
    return found.failed(NOTIFICATIONS, `DATABASE_LISTEN_URL shares its sessions: ${POLLING}`, LISTEN_DIRECTLY);
  } catch (error) {
    return found.failed(NOTIFICATIONS, `DATABASE_LISTEN_URL: ${reasonOf(error)}`, 'see that it names the database of DATABASE_URL');
  }
}
