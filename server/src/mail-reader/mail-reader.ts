import type { Logger } from 'pino';
import { createOwnerGroups } from '../core/concurrency/owner-groups.ts';
import type { NamedLoad } from '../core/concurrency/task-load.ts';
import { OutOfMemory } from '../core/workers/channel.ts';
import { type TaskLimits, TaskTimeout } from '../core/workers/task-watch.ts';
import { createWorkerPool } from '../core/workers/worker-pool.ts';
import type { ReadAnswer, Readings, ReadTask, Unread } from './read-task.ts';

/** Reads mail written by strangers, in processes that are ended when they exceed a limit. */
export interface MailReader {
  /** Returns the result of reading a mail, or why it is not read. Owners take turns. */
  read<K extends keyof Readings>(kind: K, given: Readings[K]['given'], owner: string): Promise<Readings[K]['answer'] | Unread>;
  /** Returns the load of requested mails; a process reads small ones of an owner together. */
  load(): NamedLoad;
  stop(): Promise<void>;
}

const PROCESSES = 2;
const HEAP_MB = 128;
const LIMIT_MS = 2000;
/** For mails up to this size, the round trip to a process takes longer than reading. */
const SMALL_BYTES = 32 * 1024;
const MOST_TOGETHER = 32;

export const isUnread = (answer: unknown): answer is Unread => typeof answer === 'object' && answer !== null && 'unreadable' in answer;

function reasonOf(error: Error | undefined): string {
  if (error instanceof TaskTimeout) return `Reading it took longer than ${error.limitMs} ms.`;
  return error instanceof OutOfMemory ? 'Reading it took too much memory.' : 'Reading it could not be finished.';
}

/** Returns whether the mail itself ended its process, and not a machine too busy to finish reading it. */
const hasEndedReader = (error: Error | undefined) => !(error instanceof TaskTimeout) || error.hasComputed;

/** A process may die for other reasons; a mail that killed two is to blame. */
const MOST_READERS = 2;

/** Thrown if not all mails of a batch were read. */
class Unfinished extends Error {}

export interface MailReaderParts {
  readonly log: Logger;
  /** Other limits than 2,000 ms of CPU time and ten times that in total, for tests. */
  readonly taskLimits?: TaskLimits | undefined;
  /** The module that its processes load. */
  readonly file?: URL;
}

const READ_WORKER = new URL('./read-worker.ts', import.meta.url);

export function createMailReader({ log, taskLimits, file = READ_WORKER }: MailReaderParts): MailReader {
  const pool = createWorkerPool<ReadTask | readonly ReadTask[], ReadAnswer>({
    name: 'mail',
    file,
    kind: 'process',
    workers: PROCESSES,
    mostPerOwner: 1,
    heapMb: HEAP_MB,
    limitMs: LIMIT_MS,
    ...taskLimits,
  });
  let asked = 0;

  async function readAlone(task: ReadTask, owner: string, readers = 1): Promise<ReadAnswer> {
    const { answers, error } = await pool.run(task, { owner });
    if (answers[0] !== undefined) return answers[0];
    log.warn({ err: error, kind: task.kind, readers }, 'a mail could not be read');
    if (!hasEndedReader(error)) return { unreadable: reasonOf(error), unfinished: 'machine' };
    return readers < MOST_READERS ? readAlone(task, owner, readers + 1) : { unreadable: reasonOf(error), unfinished: 'mail' };
  }

  async function readTogether(tasks: readonly ReadTask[], owner: string): Promise<readonly ReadAnswer[]> {
    const [first, ...others] = tasks;
    if (first !== undefined && others.length === 0) return [await readAlone(first, owner)];
    const { answers, error } = await pool.run(tasks, { owner });
    // Each is read again by itself, so that only the mail at fault stays unread.
    if (answers.length < tasks.length) throw new Unfinished('not all were read', { cause: error });
    return answers;
  }

  const small = createOwnerGroups({ most: MOST_TOGETHER, perform: readTogether });

  async function ask(task: ReadTask, owner: string): Promise<ReadAnswer> {
    asked += 1;
    try {
      const size = 'raw' in task ? task.raw.byteLength : 0;
      return await (size <= SMALL_BYTES ? small.add(owner, task) : readAlone(task, owner));
    } finally {
      asked -= 1;
    }
  }

  return {
    async read<K extends keyof Readings>(kind: K, given: Readings[K]['given'], owner: string) {
      // Safe because the task is of its kind.
      const outcome = await ask({ ...given, kind } as ReadTask, owner);
      // Safe because a worker returns the result of the task it was given.
      return 'unreadable' in outcome ? outcome : (outcome.answer as Readings[K]['answer']);
    },
    load() {
      const { running } = pool.load();
      return { pool: 'mail', running, queued: asked - running };
    },
    stop: pool.stop,
  };
}
