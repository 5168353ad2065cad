import type { AppContext } from '../app-context.ts';
import type { Background } from '../background.ts';
import type { Feature } from '../feature.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import { metricsRoutes } from '../metrics/routes.ts';
import type { Queue } from '../queue/queue.ts';
import type { TenantPurge } from '../tenants/index.ts';
import { clockRoutes } from './clock-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { statsRoutes } from './stats-routes.ts';
import { adminTenantRoutes } from './tenant-routes.ts';

export interface AdminDeps {
  readonly queue: Queue;
  readonly background: Pick<Background, 'run'>;
  readonly metrics: Metrics;
  readonly purge: TenantPurge;
}

/** What is the operator's alone, wired. */
export function createAdmin(app: AppContext, { queue, background, metrics, purge }: AdminDeps) {
  const { clock } = app;
  return {
    adminRoutes: {
      tenants: adminTenantRoutes({ app, purge }),
      clock: clockRoutes(clock),
      jobs: jobRoutes(background),
      stats: statsRoutes(app, queue),
      metrics: metricsRoutes(metrics),
    },
  } satisfies Feature;
}
