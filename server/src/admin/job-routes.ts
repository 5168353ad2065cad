import type { adminContract, FailedJob } from '@posthorn/contract';
import type { Background } from '../background.ts';
import { type Handlers, reply, replyOr } from '../core/request/handler.ts';
import { jobSpecs } from '../queue/jobs.ts';
import { type FailedJobParts, listFailedJobs, type OwnedJob } from './list-failed-jobs.ts';

const MOST_ERROR_CHARACTERS = 500;

const presentFailedJob = (job: OwnedJob): FailedJob => ({
  id: job.id,
  queue: job.queue,
  tenants: job.owners.map(({ id, name }) => ({ id, name })),
  objects: [...job.objects],
  attempts: job.attempts,
  error: job.error?.slice(0, MOST_ERROR_CHARACTERS) ?? null,
  failed_at: job.failedAt,
  sweep: jobSpecs[job.queue].sweep,
});

export interface JobParts extends FailedJobParts {
  readonly background: Pick<Background, 'run' | 'hasMore'>;
}

/** Returns the handlers of `/admin/jobs` and `/admin/failed-jobs`: background jobs on demand, and those that were given up. */
export function jobRoutes({ background, ...parts }: JobParts): Handlers<typeof adminContract>['jobs'] {
  return {
    listFailed: async ({ query }) => {
      const { limit, cursor: before, tenant_id: tenantId } = query();
      const { jobs, last, searchedUntil } = await listFailedJobs(parts, { limit, before, tenantId });
      return reply(200, {
        data: jobs.map(presentFailedJob),
        next_cursor: last === undefined ? null : `${last.failedAt}:${last.id}`,
        searched_until: searchedUntil,
      });
    },
    run: async ({ params }) => {
      const run = background.run(params.name);
      return replyOr(run && (await run), 200, (ran) => ({ ran, ...(background.hasMore(params.name) ? { more: true as const } : {}) }));
    },
  };
}
