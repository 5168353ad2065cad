import type { Logger } from 'pino';
import type { NamedLoad } from '../../core/concurrency/task-load.ts';
import { OutOfMemory } from '../../core/workers/channel.ts';
import { TaskTimeout } from '../../core/workers/worker.ts';
import { createWorkerPool } from '../../core/workers/worker-pool.ts';
import type { ReadAnswer, Readings, ReadTask, Unread } from './read-task.ts';

/** Reads what strangers have written, in processes that are ended when they take too much. */
export interface MailReader {
  /** What is asked of a mail, or why it is not read. The owners take turns. */
  read<K extends keyof Readings>(kind: K, given: Readings[K]['given'], owner: string): Promise<Readings[K]['answer'] | Unread>;
  load(): NamedLoad;
  stop(): Promise<void>;
}

const PROCESSES = 2;
const HEAP_MB = 128;
const LIMIT_MS = 2000;

export const isUnread = (answer: unknown): answer is Unread => typeof answer === 'object' && answer !== null && 'unreadable' in answer;

function reasonOf(error: Error | undefined): string {
  if (error instanceof TaskTimeout) return `Reading it took longer than ${LIMIT_MS} ms.`;
  return error instanceof OutOfMemory ? 'Reading it took too much memory.' : 'Reading it could not be finished.';
}

export function createMailReader({ log }: { readonly log: Logger }): MailReader {
  const pool = createWorkerPool<ReadTask, ReadAnswer>({
    name: 'mail',
    file: new URL('./read-worker.ts', import.meta.url),
    kind: 'process',
    workers: PROCESSES,
    mostPerOwner: 1,
    heapMb: HEAP_MB,
    limitMs: LIMIT_MS,
  });
  return {
    async read<K extends keyof Readings>(kind: K, given: Readings[K]['given'], owner: string) {
      // Safe because the task is of its kind.
      const { answers, error } = await pool.run({ ...given, kind } as ReadTask, { owner });
      const [outcome] = answers;
      if (outcome === undefined) {
        log.warn({ err: error, kind }, 'a mail could not be read');
        return { unreadable: reasonOf(error), isUnfinished: true };
      }
      // Safe because a worker answers what it was asked.
      return 'unreadable' in outcome ? outcome : (outcome.answer as Readings[K]['answer']);
    },
    load: pool.load,
    stop: pool.stop,
  };
}
