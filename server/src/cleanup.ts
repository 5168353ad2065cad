import type { AppContext } from './app-context.ts';
import { type BackgroundJob, inSteps } from './background.ts';
import type { BlobUpkeep } from './blobs/blobs.ts';
import { partitionsOf } from './db/dialect.ts';
import type { Feature } from './feature.ts';

/** Rows that one step handles at most. */
const ROWS_A_RUN = 10_000;
/** Transactions by which one run moves rows of before there were partitions. */
const MOVES_A_RUN = 20;

/** Has the logs in partitions that are there before they are needed, and as long as they are. */
async function keepPartitions({ db: { maintenance }, clock, config }: AppContext): Promise<number> {
  const { move, keep } = partitionsOf(maintenance);
  const options = { now: clock.now(), keptDays: config.MESSAGE_RETENTION_DAYS };
  await move(maintenance, { ...options, steps: MOVES_A_RUN });
  return keep(maintenance, options);
}

/** The job `cleanup`: what each feature has to remove, bounded, at each interval of the recurring jobs. */
export function cleanupOf(app: AppContext, features: readonly Feature[], blobs: BlobUpkeep): BackgroundJob {
  const steps = features.flatMap(({ cleanup = [] }) => cleanup);
  // Last what is due once what used it is gone.
  const last = [blobs.removeExpired, () => keepPartitions(app)];
  return { run: inSteps(...[...steps, ...last].map((step) => () => step(ROWS_A_RUN))) };
}
