import { statSync } from 'node:fs';
import { createWorkerPool } from '../../core/workers/worker-pool.ts';

/** What the thread is started with. */
export interface CheckpointSettings {
  readonly file: string;
}

/** From where on the log is moved into the file. It is cut back to as much when it begins anew, so that its size tells what is in it. */
export const LOG_BYTES = 16 * 1024 * 1024;

/** Moves the write-ahead log into the file, so that it does not grow without end. */
export interface Checkpoints {
  /** Called after a transaction: where the log is large a checkpoint begins, beside what goes on. */
  look(): void;
  /** Waits for the one that is under way; what is written after it stays in the log. */
  close(): Promise<void>;
}

const OWNER = 'checkpoints';

/**
 * A thread moves what is in the log, which means megabytes and two waits for the disk. What was written meanwhile, `finish` moves: only
 * a log of which everything was moved begins anew.
 */
export function createCheckpoints(file: string, finish: () => Promise<unknown>): Checkpoints {
  const workerData: CheckpointSettings = { file };
  const source = new URL('./checkpoint-worker.ts', import.meta.url);
  const pool = createWorkerPool<null, never>({ name: 'checkpoint', file: source, workers: 1, mostPerOwner: 1, workerData });
  let underWay: Promise<void> | undefined;
  let closed = false;

  async function checkpoint(): Promise<void> {
    const { error } = await pool.run(null, { owner: OWNER });
    if (error === undefined && !closed) await finish();
  }

  return {
    look() {
      const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      if (underWay !== undefined || closed || size <= LOG_BYTES) return;
      // Without a thread the engine does it at a commit, once the log is several times as large.
      underWay = checkpoint()
        .catch(() => undefined)
        .finally(() => {
          underWay = undefined;
        });
    },
    async close() {
      closed = true;
      // A thread that is ended within a call of the engine takes the process with it.
      await underWay;
      await pool.stop();
    },
  };
}
