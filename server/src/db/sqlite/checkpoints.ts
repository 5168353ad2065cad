import { statSync } from 'node:fs';
import { createWorkerPool } from '../../core/workers/worker-pool.ts';

/** The `workerData` of the checkpoint thread. */
export interface CheckpointSettings {
  readonly file: string;
}

/** Bytes of the write-ahead log from which on it is moved into the file. It is cut back to as much when it begins anew, so that its size tells what is in it. */
export const LOG_BYTES = 16 * 1024 * 1024;

/** Moves the write-ahead log into the file, so that it does not grow without end. */
export interface Checkpoints {
  /** Called after a transaction: where the log is large a checkpoint begins, beside what goes on. */
  look(): void;
  /** Waits for the one that is under way; what is written after it stays in the log. */
  close(): Promise<void>;
}

const OWNER = 'checkpoints';

/** What a checkpoint needs beside the thread. */
export interface CheckpointParts {
  /** Moves what was written while the thread was at it: only a log of which everything was moved begins anew. */
  readonly finish: () => Promise<unknown>;
  /** Called with the error of a checkpoint that failed: the next one tries again, and once the log is several times as large a commit does. */
  readonly onFault: (error: unknown) => void;
}

/** Creates the checkpoints of a file. A thread moves what is in the log, which means megabytes and two waits for the disk. */
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
      // Whoever has committed is answered, whatever becomes of this.
      underWay = checkpoint()
        .catch(onFault)
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
