import { Unavailable } from '../unavailable.ts';
import type { TaskOutcome } from './worker.ts';
import type { TaskOptions, WorkerPool } from './worker-pool.ts';

/** No thread has done a task: it could not be started, was stopped, took too long or died. */
export class ThreadLost extends Unavailable {}

/** Returns what came of a task; throws ThreadLost where no thread could be started, or the pool is stopped. */
export function runInThread<Task, Answer>(pool: WorkerPool<Task, Answer>, task: Task, options: TaskOptions): Promise<TaskOutcome<Answer>> {
  return pool.run(task, options).catch((error: unknown) => {
    throw new ThreadLost(error);
  });
}

/** Returns the only answer to a task; throws ThreadLost where there is none. */
export async function askThread<Task, Answer>(pool: WorkerPool<Task, Answer>, task: Task, options: TaskOptions): Promise<Answer> {
  const { answers, error } = await runInThread(pool, task, options);
  const [answer] = answers;
  if (answer === undefined) throw new ThreadLost(error);
  return answer;
}
