import type { AppContext } from './app-context.ts';
import type { BackgroundJob } from './background.ts';
import type { BlobUpkeep } from './blobs/blobs.ts';
import { maintainPartitions } from './db/maintain-partitions.ts';
import type { Feature } from './feature.ts';

/** The most rows that one step processes. */
const ROWS_A_RUN = 10_000;
/** Transactions in which one run moves rows that predate partitions. */
const MOVES_A_RUN = 20;

/** Returns a run of several steps in sequence. A failing step does not prevent the others. */
function inSteps(...steps: readonly (() => Promise<number>)[]): () => Promise<number> {
  return async () => {
    let handled = 0;
    const errors: unknown[] = [];
    for (const step of steps) {
      try {
        handled += await step();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors);
    return handled;
  };
}

/** Creates the job `cleanup`: a bounded removal for each feature, at each interval of the recurring jobs. */
export function cleanupOf({ db, clock, config }: AppContext, features: readonly Feature[], blobs: BlobUpkeep): BackgroundJob {
  const steps = features.flatMap(({ cleanup = [] }) => cleanup);
  // Last: items that become removable once their users are deleted.
  const partitions = () => maintainPartitions(db, { now: clock.now(), keptDays: config.MESSAGE_RETENTION_DAYS, steps: MOVES_A_RUN });
  const last = [blobs.removeExpired, partitions];
  return { run: inSteps(...[...steps, ...last].map((step) => () => step(ROWS_A_RUN))) };
}
