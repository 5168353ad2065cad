import { collectDefaultMetrics, Registry } from 'prom-client';
import type { MeasuredRequest } from '../http/measure.ts';
import type { JobRun } from '../job-history.ts';
import type { HandOver } from '../provider/provider.ts';
import type { OnQueueFailure } from '../queue/queue.ts';
import {
  createJobCounters,
  createProviderCounters,
  createQueueCounters,
  createRequestCounters,
  type HandOverOutcome,
} from './create-counters.ts';

/**
 * The metrics of this process; the features add theirs to the registry. No label contains a tenant or an address, since their number is
 * unbounded.
 */
export interface Metrics {
  readonly registry: Registry;
  onRequest(request: MeasuredRequest): void;
  onHandOver(result: HandOver, seconds: number): void;
  /** Called with the names of the recurring jobs before any of them runs. */
  expectJobs(names: readonly string[]): void;
  onJob(run: JobRun): void;
  readonly onQueueFailure: OnQueueFailure;
  /** Returns all metrics in the text format that Prometheus reads. */
  write(): Promise<string>;
}

/** Returns an outcome for each recipient; an uncertain or interrupted hand-over counts for all of them. */
function outcomesOf({ replies, inDoubt, brokenOff }: HandOver): readonly HandOverOutcome[] {
  if (inDoubt) return replies.map(() => 'in_doubt');
  if (brokenOff) return replies.map(() => 'broken_off');
  return replies.map(({ outcome }) => outcome);
}

/** Creates the metrics of one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const provider = createProviderCounters(registers);
  const { requests } = createRequestCounters(registers);
  const jobs = createJobCounters(registers);
  const queues = createQueueCounters(registers);
  let observesProcess = false;

  return {
    registry,
    onRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    onHandOver(result, seconds) {
      provider.handOvers.observe(seconds);
      for (const outcome of outcomesOf(result)) provider.deliveries.inc({ outcome });
      if (result.fault !== undefined) provider.faults.inc({ fault: result.fault });
      if (result.inClearText === true) provider.clearText.inc();
    },
    expectJobs(names) {
      for (const name of names) for (const counter of [jobs.runs, jobs.failures]) counter.inc({ job_name: name }, 0);
    },
    onJob({ name, failed, seconds }) {
      jobs.runs.inc({ job_name: name });
      jobs.failures.inc({ job_name: name }, failed ? 1 : 0);
      jobs.duration.observe({ job_name: name }, seconds);
    },
    onQueueFailure: (queue, step) => queues.failures.inc({ queue, step }),
    write() {
      // Not before the first request, since observing the event loop needs a timer that never ends.
      if (!observesProcess) collectDefaultMetrics({ register: registry });
      observesProcess = true;
      return registry.metrics();
    },
  };
}
