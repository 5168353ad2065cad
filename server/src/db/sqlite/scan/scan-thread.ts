import pTimeout from 'p-timeout';
import type { FairLimiter } from '../../../core/concurrency/fair-limiter.ts';
import { createWorkerPool } from '../../../core/workers/worker-pool.ts';
import { type OpenOptions, ScanTimeout } from '../../open-options.ts';

/** The `workerData` of the scan thread. */
export interface ScanSettings {
  readonly file: string;
  /** Milliseconds that a statement with `withinScanTime` may take in the thread. */
  readonly scanMs: number;
}

/** A statement for the scan thread, which runs one at a time. */
export interface ScanTask {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The reply of the scan thread to a statement. */
export type ScanOutcome =
  | { readonly kind: 'rows'; readonly rows: unknown[] }
  | { readonly kind: 'too_long'; readonly message: string }
  | { readonly kind: 'fault'; readonly message: string; readonly code: string };

/** Runs reads in a thread with its own connection, without blocking this one. It is started on first use. */
export interface ScanThread {
  /**
   * Runs a statement and returns its rows: one at a time, owners taking turns. Throws Unavailable if there is no result within `scanMs`.
   */
  run(task: ScanTask, owner: string): Promise<unknown[]>;
  close(): Promise<void>;
}

const toError = ({ message, code }: { message: string; code: string }) => Object.assign(new Error(message), { code });

export function createScanThread({ file, scanMs, line }: Pick<OpenOptions, 'scanMs'> & { file: string; line: FairLimiter }): ScanThread {
  const workerData: ScanSettings = { file, scanMs };
  const pool = createWorkerPool<ScanTask, ScanOutcome>({
    name: 'scan',
    file: new URL('./scan-worker.ts', import.meta.url),
    workerData,
  });

  async function read(task: ScanTask, owner: string, signal: AbortSignal): Promise<unknown[]> {
    const leave = await line.enter(owner, signal);
    // A statement abandoned while it runs keeps its owner's turn until the thread is free again.
    const { answers, error } = await pool.run(task, { owner }).finally(leave);
    const [outcome] = answers;
    if (outcome?.kind === 'rows') return outcome.rows;
    if (outcome?.kind === 'too_long') throw new ScanTimeout(new Error(outcome.message));
    throw outcome === undefined ? error : toError(outcome);
  }

  return {
    run(task, owner) {
      const patience = new AbortController();
      const giveUp = () => {
        patience.abort();
        throw new ScanTimeout(new Error(`no answer within ${scanMs} ms`));
      };
      return pTimeout(read(task, owner, patience.signal), { milliseconds: scanMs, fallback: giveUp });
    },
    close: pool.stop,
  };
}
