import { question } from '../hooks.ts';

/** How many tasks wait and run: of a pool of threads, or of anything else that bounds what runs at once. */
export interface TaskLoad {
  readonly queued: number;
  readonly running: number;
}

/** The load of a pool, with its name. */
export interface NamedLoad extends TaskLoad {
  readonly pool: string;
}

/** How loaded a pool of this process is; each pool answers for itself. */
export const poolLoad = question<[], NamedLoad>('pool load');
