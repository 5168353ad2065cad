import type { AppContext } from '../app-context.ts';
import type { Background } from '../background.ts';
import type { Feature } from '../feature.ts';
import { readinessRoutes } from '../health/readiness-routes.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import { metricsRoutes } from '../metrics/routes.ts';
import type { Queue } from '../queue/queue.ts';
import type { TenantPurge } from '../tenants/index.ts';
import type { Watch } from '../watch/create-watch.ts';
import { clockRoutes } from './clock-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { statsRoutes } from './stats-routes.ts';
import { adminTenantRoutes } from './tenant-routes.ts';

export interface AdminParts {
  readonly background: Pick<Background, 'run' | 'hasMore' | 'history'>;
  readonly metrics: Metrics;
  readonly purge: TenantPurge;
  readonly queue: Pick<Queue, 'listFailed'>;
  readonly watch: Watch;
}

/** Creates the operator's operations that belong to no feature. */
export function createAdmin(app: AppContext, { background, metrics, purge, queue, watch }: AdminParts) {
  const { clock } = app;
  return {
    adminRoutes: {
      tenants: adminTenantRoutes({ app, purge }),
      clock: clockRoutes(clock),
      jobs: jobRoutes({ app, queue, background }),
      stats: statsRoutes({ app, watch, background }),
      metrics: metricsRoutes(metrics),
      readiness: readinessRoutes(app, watch),
    },
    backgroundJobs: { watch: { run: watch.speak } },
  } satisfies Feature;
}
