import { hook } from '../hooks.ts';

/** What a pool of threads, or whatever else has room for so much at once, has to do. */
export interface TaskLoad {
  readonly queued: number;
  readonly running: number;
}

/** The load of a pool by its name. */
export interface NamedLoad extends TaskLoad {
  readonly pool: string;
}

/** Called to ask what the pools of this process have to do. */
export const loadAsked = hook<[], NamedLoad>('load asked');
