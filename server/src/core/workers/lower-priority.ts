import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * Lets others go first where they want the same core: before a process that has only begun, given by its id, else before the thread
 * that calls. On Linux each thread has a priority of its own, and hands it on to those that it starts; elsewhere the calling thread
 * changes nothing. Whoever goes after others already is left as it is, and so is whoever may not be changed.
 */
export function lowerPriority(pid?: number): void {
  if (pid === undefined && process.platform !== 'linux') return;
  try {
    if (getPriority(pid) < PRIORITY_BELOW_NORMAL) setPriority(pid ?? 0, PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it: it does its work all the same.
  }
}
