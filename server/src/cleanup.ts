import { type BackgroundJob, inSteps } from './background.ts';
import type { BlobUpkeep } from './blobs/blobs.ts';
import type { Feature } from './feature.ts';

/** Rows that one step handles at most. */
const ROWS_A_RUN = 10_000;

/** The job `cleanup`: what each feature has to remove, bounded, at each interval of the recurring jobs. */
export function cleanupOf(features: readonly Feature[], blobs: BlobUpkeep): BackgroundJob {
  const steps = features.flatMap(({ cleanup = [] }) => cleanup);
  // Blobs last: they are due once what used them is gone.
  return { run: inSteps(...[...steps, blobs.removeExpired].map((step) => () => step(ROWS_A_RUN))) };
}
