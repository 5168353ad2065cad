import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeDataFolder } from './data-folder.ts';
import { runOnPostgres } from './postgres.ts';

/** Migrated databases, including the queue, of which each test gets a copy: migrating takes ten times as long. */
export interface Templates {
  /** A file. */
  readonly sqlite: string;
  /** The name of a database. */
  readonly postgres: string;
}

const run = promisify(execFile);

/** Otherwise each copy would do it. Only the catalogues: the planner should know as little about tables as on a new server. */
const READY = `vacuum (freeze) pg_class, pg_attribute, pg_type, pg_index, pg_constraint, pg_attrdef, pg_depend, pg_proc, pg_namespace`;

/** As an operator would. */
async function posthorn(program: string, url: string, ...args: string[]): Promise<void> {
  await run(process.execPath, [program, ...args], { env: { ...process.env, DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32) } });
}

/** Everything in one file, including what is still in the log beside the database. */
async function migrateFile(program: string, folder: string): Promise<string> {
  const [url, copy] = [`sqlite:${join(folder, 'posthorn.db')}`, join(folder, 'template.db')];
  await posthorn(program, url, 'migrate');
  await posthorn(program, url, 'backup', copy);
  return copy;
}

/** Creates both templates with the program; they exist until `drop`. */
export async function createTemplates(program: string, postgresUrl: string): Promise<Templates & { drop(): Promise<void> }> {
  const folder = makeDataFolder('template');
  const name = `posthorn_template_${randomUUID().replaceAll('-', '')}`;
  await runOnPostgres(postgresUrl, `create database ${name}`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  const [sqlite] = await Promise.all([migrateFile(program, folder), posthorn(program, url.href, 'migrate')]);
  await runOnPostgres(url.href, READY);
  // Leaves the catalogue cache of a first connection in files, which are copied as well.
  await runOnPostgres(url.href, 'select count(*) from messages');
  return {
    sqlite,
    postgres: name,
    drop: async () => {
      rmSync(folder, { recursive: true });
      await runOnPostgres(postgresUrl, `drop database ${name} with (force)`);
    },
  };
}
