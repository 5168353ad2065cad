import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Ticks of a second, in which /proc counts processor time. */
const TICKS = 100;

const statOf = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');

const inMs = (...ticks: readonly (string | undefined)[]): number => (ticks.reduce((sum, field) => sum + Number(field), 0) * 1000) / TICKS;

/** Returns the processor time of a process, in ms. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return inMs(fields[11], fields[12]);
}

/** Returns the processes that a process has started and that still run. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** A process may end while it is looked at. */
function tryStatOf(pid: string): string[] | undefined {
  try {
    return statOf(pid);
  } catch {
    return undefined;
  }
}

/** Returns what tells the processor time of all processes of a PostgreSQL on this machine, in ms. */
export async function postgresCpu(url: string): Promise<() => number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const postmaster = statOf(rows[0].pid)[1] ?? '';
  await client.end();
  return () => {
    const [own, others] = [
      statOf(postmaster),
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(tryStatOf),
    ];
    const children = others.filter((fields) => fields?.[1] === postmaster);
    // Of children that have ended, the postmaster's own line tells.
    return inMs(own[11], own[12], own[13], own[14]) + children.reduce((sum, fields) => sum + inMs(fields?.[11], fields?.[12]), 0);
  };
}
