import { statSync } from 'node:fs';
import type { Config } from '../config.ts';
import { ping } from '../db/db.ts';
import { listMigrations } from '../db/migrate.ts';
import { DatabaseInUse, embeddedFiles, openDatabase } from '../db/open.ts';
import { type Finding, found, reasonOf } from './finding.ts';

const DATABASE = 'database';

/** Opening the file would make it. */
function isAbsent(url: string): boolean {
  const files = embeddedFiles(url);
  return files !== undefined && statSync(files.database, { throwIfNoEntry: false }) === undefined;
}

async function look(url: string): Promise<Finding> {
  const db = await openDatabase(url);
  try {
    await ping(db);
    const { pending } = await listMigrations(db.write);
    if (pending.length === 0) return found.ok(DATABASE, 'reachable and up to date');
    return found.failed(DATABASE, `lacks ${pending.join(', ')}`, 'run posthorn migrate');
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
    if (error instanceof DatabaseInUse) return found.ok(DATABASE, 'in use by a running server');
    return found.failed(DATABASE, reasonOf(error), 'see that DATABASE_URL names a database that runs and lets you in');
  }
}
