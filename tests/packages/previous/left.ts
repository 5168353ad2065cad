import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { runOnPostgres } from '../../support/database/postgres.ts';
import type { Engine, TestDatabase } from '../../support/engines.ts';
import { dumpDatabase } from './dump.ts';
import { type Left, leaveBehind, NOBODY_HEARS } from './leave-behind.ts';
import type { Release } from './release.ts';

const HOUR = 3_600_000;
const files = (name: Engine['name']) => ({
  statements: join(import.meta.dirname, `left/${name}.sql`),
  said: join(import.meta.dirname, `left/${name}.json`),
});

/** A database that a release has left behind, as text. */
export interface LeftFiles {
  readonly statements: string;
  readonly said: string;
}

export const readLeft = (name: Engine['name']): LeftFiles => ({
  statements: readFileSync(files(name).statements, 'utf8'),
  said: readFileSync(files(name).said, 'utf8'),
});

export function writeLeft(name: Engine['name'], { statements, said }: LeftFiles): void {
  writeFileSync(files(name).statements, statements);
  writeFileSync(files(name).said, said);
}

/** Has a release run on an empty database until it ends. */
export async function leaveByRelease(name: Engine['name'], url: string, release: Release): Promise<LeftFiles> {
  const settings = { DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE: 'true', JOB_INTERVAL_MS: '500' };
  const left = await leaveBehind((environment) => release.start({ ...settings, ...environment }));
  return { statements: await dumpDatabase(name, url), said: `${JSON.stringify(left, null, 2)}\n` };
}

const asIso = (time: string) => time.replace(' ', 'T').replace('+00', 'Z');
const asSql = (time: number) => new Date(time).toISOString().replace('T', ' ').replace('Z', '+00');

/** Moves every time of a text. */
const moved = (text: string, byMs: number) =>
  text
    .replaceAll(/\b1[789]\d{11}\b/g, (time) => String(Number(time) + byMs))
    .replaceAll(/\b20\d\d-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00\b/g, (time) => asSql(Date.parse(asIso(time)) + byMs));

async function run(name: Engine['name'], url: string, statements: string): Promise<void> {
  if (name === 'postgres') return runOnPostgres(url, statements);
  const database = new Database(url.replace(/^sqlite:/, ''));
  database.exec(statements);
  database.close();
}

/**
 * The database, and what the release had said of it, as if it had been left two hours ago: what was to go within an hour is due,
 * and nothing has aged.
 */
export async function restoreLeft(
  engine: Engine,
  { statements, said }: LeftFiles,
  hooksUrl: string,
): Promise<{ database: TestDatabase; left: Left }> {
  const { leftAt } = JSON.parse(said) as Left;
  const byMs = Date.now() - 2 * HOUR - leftAt;
  const at = (text: string) => moved(text, byMs).replaceAll(NOBODY_HEARS, hooksUrl);
  const database = await engine.createEmpty();
  await run(engine.name, database.url, at(statements));
  return { database, left: JSON.parse(at(said)) as Left };
}
