import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Milliseconds of a tick in /proc, which is the same on every Linux. */
const TICK_MS = 10;

/** Returns the path of the calling thread below /proc, such as `123/task/124`; undefined on systems without it. */
export function findProcPath(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return undefined;
  }
}

/** Returns the CPU time of a thread in milliseconds, by its path below /proc (fields 14 and 15 of proc_pid_stat(5)); undefined where that cannot be read. */
export async function readThreadCpu(path: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${path}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}
