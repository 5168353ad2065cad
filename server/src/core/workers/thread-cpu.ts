import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Milliseconds of a tick in /proc, which is the same on every Linux. */
const TICK_MS = 10;

/** Returns where the system tells of the calling thread, below /proc; undefined where it does not. */
export function findOwnPlace(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return undefined;
  }
}

/** Returns how many milliseconds the thread of a place has computed, whatever it is at: fields 14 and 15 of proc(5). Undefined where that is not told. */
export async function readThreadCpu(place: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${place}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}
