import { hook } from '../hooks.ts';

/** How many tasks wait and run: of a pool of threads, or of anything else that bounds what runs at once. */
export interface TaskLoad {
  readonly queued: number;
  readonly running: number;
}

/** The load of a pool, with its name. */
export interface NamedLoad extends TaskLoad {
  readonly pool: string;
}

/** Called to collect the loads of the pools of this process. */
export const loadAsked = hook<[], NamedLoad>('load asked');
