import { statSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { createSystemRandom } from '../core/crypto/random.ts';
import { createSecretBox } from '../core/crypto/secret-box.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import { type Db, ping, RECOVER } from '../db/db.ts';
import { listTables, traitsOf } from '../db/dialect.ts';
import { describeForeign, findForeignTable, listMigrations } from '../db/migrate.ts';
import {
  checkFile,
  DatabaseInUse,
  embeddedFiles,
  isPooled,
  isServed,
  keepsSessions,
  openDatabase,
  SessionsNotKept,
  TOLERATED_MS,
} from '../db/open.ts';
import { findMoveFault } from '../move/refuse-moved.ts';
import { findUndecryptable } from '../secrets/check-sealed.ts';
import { findKnownKeys } from '../secrets/find-secret-keys.ts';
import { areKeysOf } from '../secrets/prove-keys.ts';
import { type Finding, found } from './finding.ts';
import { tryPlaceOf } from './try-place.ts';

const DATABASE = 'database';
const NOTIFICATIONS = 'notifications';

/** Returns the database file that is not there yet: opening it would make it. */
function findAbsent(url: string): string | undefined {
  const files = embeddedFiles(url);
  return files === undefined || statSync(files.database, { throwIfNoEntry: false }) !== undefined ? undefined : files.database;
}

export const isAbsent = (url: string): boolean => findAbsent(url) !== undefined;

/** Whether the service could open what it has sealed; undefined where it can. */
async function lookAtKeys(db: Db, config: Config): Promise<Finding | undefined> {
  try {
    const [keys, random] = [findKnownKeys(config), createSystemRandom()];
    if (keys === undefined) return undefined;
    if (!(await areKeysOf({ db, random }, keys)))
      return found.failed(
        DATABASE,
        'it is sealed with another key than SECRET_KEY',
        'set that one, or name it in SECRET_KEY_PREVIOUS as well',
      );
    const undecryptable = await findUndecryptable(db, createSecretBox(keys, random));
    if (undecryptable === undefined) return undefined;
    return found.failed(
      DATABASE,
      `the ${undecryptable.column} of ${undecryptable.id} is sealed with a key that is not set`,
      'name every key that has sealed something in SECRET_KEY_PREVIOUS',
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return found.failed(DATABASE, error.message, 'no process starts without it, and nothing else opens DKIM keys and webhook secrets');
  }
}

/** Whether the database is ours and up to date; undefined where it is. */
async function lookAtMigrations({ write }: Db): Promise<Finding | undefined> {
  const foreign = findForeignTable(await listTables(write));
  if (foreign !== undefined) {
    const { fault, remedy } = describeForeign(foreign);
    return found.failed(DATABASE, fault, remedy);
  }
  const { done, pending } = await listMigrations(write);
  if (pending.length === 0) return undefined;
  if (done.length > 0) return found.failed(DATABASE, `lacks ${pending.join(', ')}`, 'run posthorn migrate');
  const { encoding } = await traitsOf(write);
  if (encoding !== 'UTF8') return found.failed(DATABASE, `it has the encoding ${encoding}`, 'make one with UTF8');
  return found.failed(DATABASE, 'it is empty', 'run posthorn migrate');
}

async function look(config: Config): Promise<Finding> {
  const db = await openDatabase(config.DATABASE_URL, { alone: false });
  try {
    await ping(db);
    const moved = await findMoveFault(db.read, config.DATABASE_URL);
    if (moved !== undefined) return found.failed(DATABASE, moved.detail, moved.mend);
    if ((await traitsOf(db.read)).isReadOnly)
      return found.failed(DATABASE, 'it takes no writes', 'name one that is neither a standby nor set to read only');
    const lacking = await lookAtMigrations(db);
    if (lacking !== undefined) return lacking;
    const wrong = await lookAtKeys(db, config);
    if (wrong !== undefined) return wrong;
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

/** What the first start would encounter when it creates a file. */
async function lookAtPlace(file: string): Promise<Finding> {
  try {
    if (isServed(file)) return found.failed(DATABASE, `${file} was removed while a server serves it`, 'put it back, or restart the server');
    await tryPlaceOf(file);
    return found.warning(DATABASE, 'there is none yet', 'the first posthorn serve makes it');
  } catch (error) {
    return found.failed(
      DATABASE,
      `there is none yet, and none can be made: ${reasonOf(error)}`,
      'let the user that the server runs as write there',
    );
  }
}

/** Looks through the file of an embedded database, also of a server that runs; undefined where nothing is found. */
async function lookForDamage(url: string): Promise<Finding | undefined> {
  const files = embeddedFiles(url);
  const check = files === undefined ? undefined : await checkFile(files.database);
  return check?.state === 'damaged' ? found.failed(DATABASE, `${files?.database} is damaged: ${check.detail}`, RECOVER) : undefined;
}

/** Whether the database of DATABASE_URL answers, is up to date and sealed with the key that is set. Changes nothing. */
export async function lookAtDatabase(config: Config): Promise<Finding> {
  const { DATABASE_URL: url } = config;
  const absent = findAbsent(url);
  if (absent !== undefined) return lookAtPlace(absent);
  const damaged = await lookForDamage(url);
  if (damaged !== undefined) return damaged;
  try {
    return await look(config);
  } catch (error) {
    if (error instanceof SessionsNotKept) return found.failed(DATABASE, error.message, 'add ?pgbouncer=true to DATABASE_URL');
    if (error instanceof DatabaseInUse) return found.ok(DATABASE, 'in use by a running server');
    return found.failed(DATABASE, reasonOf(error), 'see that DATABASE_URL names a database that runs and lets you in');
  }
}

const POLLING = 'new jobs are looked for once a second';
const LISTEN_DIRECTLY = 'set DATABASE_LISTEN_URL to PostgreSQL itself, past PgBouncer';

/** Returns whether workers are notified of new jobs; undefined if only the database itself could tell. */
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
