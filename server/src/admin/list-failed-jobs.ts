import type { AppContext } from '../app-context.ts';
import type { FailedJob, FailedJobsRequest, Queue } from '../queue/queue.ts';
import { findOwners, type Owner, objectsOf } from './failed-job-store.ts';

/** The most jobs that are looked at for those of one tenant. */
const MOST_LOOKED = 500;

export interface FailedJobParts {
  readonly app: Pick<AppContext, 'db'>;
  readonly queue: Pick<Queue, 'listFailed'>;
}

/** A job that was given up, with whose work it was. */
export interface OwnedJob extends FailedJob {
  readonly owners: readonly Owner[];
}

/** A page of them, and the last that was looked at where there may be more. */
export interface FailedJobList {
  readonly jobs: readonly OwnedJob[];
  readonly last: FailedJob | undefined;
}

const uniqueOwners = (owners: readonly Owner[]): Owner[] => [...new Map(owners.map((owner) => [owner.id, owner])).values()];

/** Returns a page of the jobs that were given up, newest first; of one tenant where it is named, for which so many are looked at. */
export async function listFailedJobs(
  { app, queue }: FailedJobParts,
  { limit, before, tenantId }: FailedJobsRequest & { readonly tenantId?: string | undefined },
): Promise<FailedJobList> {
  const most = tenantId === undefined ? limit : MOST_LOOKED;
  const found = await queue.listFailed({ limit: most + 1, before });
  const looked = found.slice(0, most);
  const owners = await findOwners(app.db.read, looked);
  const ownersOf = (job: FailedJob) => uniqueOwners(objectsOf(job).flatMap((object) => owners.get(object) ?? []));
  const owned = looked.map((job) => ({ ...job, owners: ownersOf(job) }));
  const matching = tenantId === undefined ? owned : owned.filter((job) => job.owners.some(({ id }) => id === tenantId));
  const jobs = matching.slice(0, limit);
  if (matching.length > limit) return { jobs, last: jobs.at(-1) };
  return { jobs, last: found.length > most ? looked.at(-1) : undefined };
}
