import type { AppContext } from '../app-context.ts';
import type { FailedJob, FailedJobsRequest, Queue } from '../queue/queue.ts';
import { findOwners, type Owner } from './failed-job-store.ts';

/** The most jobs that are looked at for those of one tenant. */
const MOST_LOOKED = 500;

export interface FailedJobParts {
  readonly app: Pick<AppContext, 'db'>;
  readonly queue: Pick<Queue, 'listFailed'>;
}

/** A job that was given up, with what it was to work off and whose that is. */
export interface OwnedJob extends FailedJob {
  readonly objects: readonly string[];
  readonly owners: readonly Owner[];
}

/** A page of them. */
export interface FailedJobList {
  readonly jobs: readonly OwnedJob[];
  /** Behind which the next page begins, where there may be one. */
  readonly last: FailedJob | undefined;
  /** How far back those of a tenant were looked for, where there may be more behind it. */
  readonly searchedUntil: number | null;
}

/** Returns the ids that a job carries. */
const objectsOf = ({ payload }: Pick<FailedJob, 'payload'>): string[] =>
  Object.values<unknown>(payload)
    .flat()
    .filter((value) => typeof value === 'string');

const uniqueOwners = (owners: readonly Owner[]): Owner[] => [...new Map(owners.map((owner) => [owner.id, owner])).values()];

/** Returns a page of the jobs that were given up, newest first; of one tenant where it is named, for which so many are looked at. */
export async function listFailedJobs(
  { app, queue }: FailedJobParts,
  { limit, before, tenantId }: FailedJobsRequest & { readonly tenantId?: string | undefined },
): Promise<FailedJobList> {
  const most = tenantId === undefined ? limit : MOST_LOOKED;
  const found = await queue.listFailed({ limit: most + 1, before });
  const looked = found.slice(0, most);
  const known = looked.map((job) => ({ ...job, objects: objectsOf(job) }));
  const owners = await findOwners(app.db.read, known);
  const owned = known.map((job) => ({ ...job, owners: uniqueOwners(job.objects.flatMap((object) => owners.get(object) ?? [])) }));
  const matching = tenantId === undefined ? owned : owned.filter((job) => job.owners.some(({ id }) => id === tenantId));
  const jobs = matching.slice(0, limit);
  const lastLooked = found.length > most ? looked.at(-1) : undefined;
  const last = matching.length > limit ? jobs.at(-1) : lastLooked;
  return { jobs, last, searchedUntil: tenantId === undefined ? null : (last?.failedAt ?? null) };
}
