import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { NOBODY, waitUntilReady } from './postgres.ts';

/** A pooler in front of PostgreSQL that gives each transaction any of a few sessions. */
export interface Pooler {
  /** URL of the pooled database. */
  readonly url: string;
  /** Kills it and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface PoolerOptions {
  /** Number of sessions with PostgreSQL. */
  readonly size: number;
  /** Whether it ignores startup parameters instead of refusing them. */
  readonly ignoresOptions?: boolean;
}

// Debian installs it outside of the users' path.
const found = ['pgbouncer', '/usr/sbin/pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0);

/** Why there is no PgBouncer to test with; undefined if there is one. */
export const pgbouncerMissing: string | undefined =
  found === undefined ? 'pgbouncer is not installed (Debian: apt-get install pgbouncer)' : undefined;
if (pgbouncerMissing !== undefined) console.warn(`PgBouncer itself is left out, a pooler of the tests stands in: ${pgbouncerMissing}`);

function settingsFor(target: URL, port: number, { size, ignoresOptions = false }: PoolerOptions): string {
  const password = target.password === '' ? '' : ` password=${decodeURIComponent(target.password)}`;
  return `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 500
${ignoresOptions ? 'ignore_startup_parameters = options' : ''}
`;
}

/** Starts Debian's PgBouncer, in transaction mode, in front of the database of a URL. */
export async function startPgBouncer(databaseUrl: string, options: PoolerOptions): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settingsFor(target, port, options));
  chmodSync(folder, 0o755);
  const url = new URL(databaseUrl);
  url.port = String(port);
  url.password = '';
  // PgBouncer refuses to run as root.
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const begin = () => spawn(found ?? 'pgbouncer', [file], { ...identity, cwd: folder, stdio: 'ignore' });
  let pooler = begin();
  const end = async () => {
    const ended = new Promise((resolve) => pooler.once('exit', resolve));
    pooler.kill('SIGTERM');
    await ended;
  };
  await waitUntilReady(url.href);
  return {
    url: url.href,
    restart: async () => {
      await end();
      pooler = begin();
      await waitUntilReady(url.href);
    },
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}
