import type { RenderPool } from './render-pool.ts';
import type { AbortedTask, RenderOutcome, RenderTask } from './render-task.ts';

const isCutOff = (outcome: RenderOutcome | AbortedTask) =>
  outcome.kind === 'aborted' || (outcome.kind === 'fault' && outcome.isLate === true);

export interface RunOptions {
  readonly tenantId: string;
  /**
   * Maximum number of runs, each of which can be cut off by one slow template. By default the number of tasks, so that each has its own
   * time.
   */
  readonly mostRuns?: number;
}

/** Runs tasks of one tenant, each with a budget of time of its own. Returns an outcome for each, in order, up to the last that the runs reach. */
export async function runTasks(
  pool: RenderPool,
  tasks: readonly RenderTask[],
  { tenantId, mostRuns = tasks.length }: RunOptions,
): Promise<(RenderOutcome | AbortedTask)[]> {
  const outcomes: (RenderOutcome | AbortedTask)[] = [];
  for (let runs = 0; runs < mostRuns && outcomes.length < tasks.length; runs += 1) {
    const ran = await pool.run(tenantId, tasks.slice(outcomes.length));
    const cutOff = ran.findIndex(isCutOff);
    // The first of a run had all of its time. Another was left what those before it had not used, and begins the next.
    outcomes.push(...(cutOff === -1 ? ran : ran.slice(0, Math.max(cutOff, 1))));
  }
  return outcomes;
}
