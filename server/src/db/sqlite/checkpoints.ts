import { statSync } from 'node:fs';
import { createWorkerPool } from '../../core/workers/worker-pool.ts';

/** The `workerData` of the checkpoint thread. */
export interface CheckpointSettings {
  readonly file: string;
}

/**
 * Bytes of the write-ahead log from which it is checkpointed into the file. It is truncated to this size when it starts over, so that its
 * size shows how much is in it.
 */
export const LOG_BYTES = 16 * 1024 * 1024;

/** Checkpoints the write-ahead log, so that it does not grow without bound. */
export interface Checkpoints {
  /** Called after a transaction: starts a checkpoint in the background if the log is large. */
  look(): void;
  /** Waits for the running checkpoint; later writes stay in the log. */
  close(): Promise<void>;
}

const OWNER = 'checkpoints';

/** What a checkpoint needs besides the thread. */
export interface CheckpointParts {
  /** Moves what was written during the thread's run: the log only starts over once all of it was moved. */
  readonly finish: () => Promise<unknown>;
  /**
   * Called with the error of a failed checkpoint: the next one tries again, and a commit does so itself once the log is several times as
   * large.
   */
  readonly onFault: (error: unknown) => void;
}

/** Creates the checkpoints of a file. A thread does the work, which means megabytes and two waits for the disk. */
export function createCheckpoints(file: string, { finish, onFault }: CheckpointParts): Checkpoints {
  const workerData: CheckpointSettings = { file };
  const source = new URL('./checkpoint-worker.ts', import.meta.url);
  const pool = createWorkerPool<null, never>({ name: 'checkpoint', file: source, workerData });
  let underWay: Promise<void> | undefined;
  let closed = false;

  async function checkpoint(): Promise<void> {
    const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= LOG_BYTES) return;
    const { error } = await pool.run(null, { owner: OWNER });
    if (error !== undefined) throw error;
    if (!closed) await finish();
  }

  return {
    look() {
      if (underWay !== undefined || closed) return;
      // The transaction is already committed, whatever happens here.
      underWay = checkpoint()
        .catch(onFault)
        .finally(() => {
          underWay = undefined;
        });
    },
    async close() {
      closed = true;
      // Terminating a thread during a call of the engine would crash the process.
      await underWay;
      await pool.stop();
    },
  };
}
