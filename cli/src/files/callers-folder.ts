import { resolve } from 'node:path';
import type { Terminal } from '../output/terminal.ts';

/** Returns where whoever calls stands: the command line of a clone is run in the clone, whose script says where it was called from. */
export const callersFolder = (environment: Terminal['environment']): string => resolve(environment.POSTHORN_CALLED_FROM ?? '.');
