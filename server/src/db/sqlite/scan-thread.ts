import pTimeout from 'p-timeout';
import { createWorkerPool } from '../../core/concurrency/worker-pool.ts';
import { type OpenOptions, tookTooLong } from '../open-options.ts';

/** What the thread is started with. */
export interface ScanSettings {
  readonly file: string;
}

/** A statement for the thread, which answers it before it is sent the next. */
export interface ScanTask {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ScanOutcome =
  | { readonly kind: 'rows'; readonly rows: unknown[] }
  | { readonly kind: 'fault'; readonly message: string; readonly code: string };

/** A thread with a connection of its own, which reads while this one goes on. Started when it is first needed. */
export interface ScanThread {
  /** Runs statements one after another; one that is not answered in time is given up. */
  run(task: ScanTask): Promise<unknown[]>;
  close(): Promise<void>;
}

const toError = ({ message, code }: { message: string; code: string }) => Object.assign(new Error(message), { code });

export function createScanThread({ file, scanMs }: ScanSettings & Pick<OpenOptions, 'scanMs'>): ScanThread {
  const workerData: ScanSettings = { file };
  const pool = createWorkerPool<ScanTask, ScanOutcome>({
    name: 'scan',
    file: new URL('./scan-worker.ts', import.meta.url),
    threads: 1,
    mostPerOwner: 1,
    workerData,
  });

  async function read(task: ScanTask, signal: AbortSignal): Promise<unknown[]> {
    const { answers, error } = await pool.run(task, { owner: 'scan', signal });
    const [outcome] = answers;
    if (outcome?.kind === 'rows') return outcome.rows;
    throw outcome === undefined ? error : toError(outcome);
  }

  return {
    run(task) {
      const patience = new AbortController();
      // A statement under way cannot be ended: the thread is free again when it is done.
      const giveUp = () => {
        patience.abort();
        throw tookTooLong(new Error(`no answer within ${scanMs} ms`));
      };
      return pTimeout(read(task, patience.signal), { milliseconds: scanMs, fallback: giveUp });
    },
    close: pool.stop,
  };
}
