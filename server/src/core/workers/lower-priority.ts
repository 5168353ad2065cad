import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * Lowers the priority of a process that has just started, given by its id, or else of the calling thread. On Linux each thread has its own
 * priority, which the threads it starts inherit; elsewhere the calling thread changes nothing. A lower priority is left as it is, and so is
 * one that may not be changed.
 */
export function lowerPriority(pid?: number): void {
  if (pid === undefined && process.platform !== 'linux') return;
  try {
    if (getPriority(pid) < PRIORITY_BELOW_NORMAL) setPriority(pid ?? 0, PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it: it does its work all the same.
  }
}
