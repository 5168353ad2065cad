import { resolve } from 'node:path';
import type { Terminal } from '../output/terminal.ts';

/** Returns the caller's folder. The script of a clone runs the program within the clone, and names the folder it was called from. */
export const callersFolder = (environment: Terminal['environment']): string => resolve(environment.POSTHORN_CALLED_FROM ?? '.');
