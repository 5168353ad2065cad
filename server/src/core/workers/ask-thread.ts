import { Unavailable } from '../errors/unavailable.ts';
import type { TaskOutcome } from './worker.ts';
import type { TaskOptions, WorkerPool } from './worker-pool.ts';

/** Thrown where no thread completed a task: none could be started, or it was stopped, took too long or died. */
export class ThreadLost extends Unavailable {}

/** Runs a task in a thread of the pool and returns its outcome, which may be an error. Throws ThreadLost where no thread could be started, or the pool is stopped. */
export function runInThread<Task, Answer>(pool: WorkerPool<Task, Answer>, task: Task, options: TaskOptions): Promise<TaskOutcome<Answer>> {
  return pool.run(task, options).catch((error: unknown) => {
    throw new ThreadLost(error);
  });
}

/** Runs a task that has one answer and returns that. Throws ThreadLost where there is none. */
export async function askThread<Task, Answer>(pool: WorkerPool<Task, Answer>, task: Task, options: TaskOptions): Promise<Answer> {
  const { answers, error } = await runInThread(pool, task, options);
  const [answer] = answers;
  if (answer === undefined) throw new ThreadLost(error);
  return answer;
}
