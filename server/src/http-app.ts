import type { accountContract, adminContract, contract } from '@posthorn/contract';
import { Hono } from 'hono';
import type { AppContext } from './app-context.ts';
import { providerSchemeOf } from './config/provider-url.ts';
import type { Implementation } from './core/operation/implement.ts';
import { trimEnd } from './core/text/trim-end.ts';
import type { AuthenticateOptions } from './http/authenticate.ts';
import type { Operations } from './http/call-operation.ts';
import { createFaultLog } from './http/fault-log.ts';
import { mountLinkHosts } from './http/link-hosts.ts';
import { type Link, mountLink } from './http/links.ts';
import { mountMcp } from './http/mcp/mount-mcp.ts';
import { measureRequests } from './http/measure.ts';
import { type MountOptions, mount, mountAccount, mountFallback } from './http/mount.ts';
import type { ConsoleFiles } from './http/pages/console-files.ts';
import { mountConsole } from './http/pages/console-page.ts';
import { mountDocs } from './http/pages/docs-page.ts';
import { mountFrontPage } from './http/pages/front-page.ts';
import { mountMailbox } from './http/pages/mailbox-page.ts';
import type { RequestBudgets } from './http/request-budgets.ts';
import { mountResend, mountResendElsewhere } from './http/resend-api/mount-resend.ts';
import { mountTrpc } from './http/trpc.ts';
import type { Metrics } from './metrics/create-metrics.ts';

export interface HttpAppParts {
  readonly operations: Implementation<typeof contract>;
  readonly operator: Implementation<typeof adminContract>;
  readonly account: Implementation<typeof accountContract>;
  readonly authentication: Pick<AuthenticateOptions, 'keys' | 'findByBearer' | 'findSignedIn'>;
  readonly metrics: Metrics;
  readonly budgets: RequestBudgets;
  readonly links: readonly Link[];
  /** Whether a host serves links in mail of a domain. */
  readonly isLinkHost: (host: string) => Promise<boolean>;
  readonly consoleFiles: ConsoleFiles;
}

/** Returns the parts of the service that the mounted routes need. */
function mountOptionsOf(
  { config, random, log }: AppContext,
  { authentication, budgets: { spaces, largeJson, largeRequests, tenantSemaphores } }: HttpAppParts,
): MountOptions {
  return {
    ...authentication,
    operatorToken: config.OPERATOR_TOKEN,
    metricsToken: config.METRICS_TOKEN,
    random,
    log,
    logFault: createFaultLog(log),
    spaces,
    largeJson,
    largeRequests,
    tenantSemaphores,
    baseUrl: config.BASE_URL && trimEnd(config.BASE_URL, '/'),
    publicDocs: config.PUBLIC_DOCS && config.ROLE !== 'worker',
  };
}

const WORKER_PATHS = ['/health', '/health/ready', '/metrics'];

const ofWorker = ({ router, routes }: Operations): Operations => ({
  router,
  routes: routes.filter(({ operation }) => WORKER_PATHS.includes(operation.path)),
});

/** Creates the HTTP app of a process without the API: health and metrics. */
export function createWorkerApp(app: AppContext, parts: HttpAppParts): Hono {
  const hono = new Hono();
  const options = mountOptionsOf(app, parts);
  const [operations, operator] = [ofWorker(parts.operations), ofWorker(parts.operator)];
  mount(hono, operations, options);
  mount(hono, operator, options);
  mountFallback(hono, { paths: ['/metrics'], scope: 'metrics', routes: operator.routes }, options);
  mountFallback(hono, { paths: ['/*'], scope: 'public', routes: [...operations.routes, ...operator.routes] }, options);
  return hono;
}

/** Creates the HTTP app of everything that one listener serves. */
export function createHttpApp(app: AppContext, parts: HttpAppParts): Hono {
  const { config, clock } = app;
  const { operations, operator, account, links, isLinkHost, metrics, consoleFiles } = parts;
  const hono = new Hono();
  const options = mountOptionsOf(app, parts);
  measureRequests(hono, metrics.onRequest);
  mount(hono, operations, options);
  mount(hono, operator, options);
  if (config.CONSOLE) mountAccount(hono, account, options);
  mountTrpc(hono, operations, options);
  mountResend(hono, operations, { ...options, clock });
  mountMcp(hono, operations, { ...options, config });
  const captures = providerSchemeOf(config) === 'capture:';
  if (config.PUBLIC_DOCS) mountDocs(hono, config, options);
  if (captures) mountMailbox(hono, options);
  if (config.CONSOLE) mountConsole(hono, consoleFiles, options);
  mountFrontPage(hono, [config.CONSOLE && '/console', captures && '/mailbox', config.PUBLIC_DOCS && '/docs'], options);
  for (const link of links) mountLink(hono, link, options);
  mountLinkHosts(hono, isLinkHost, options);
  mountResendElsewhere(hono, options);
  mountFallback(hono, { paths: ['/v1', '/v1/*'], scope: 'full', routes: operations.routes }, options);
  mountFallback(hono, { paths: ['/attachments', '/attachments/*'], scope: 'full', routes: operations.routes }, options);
  mountFallback(hono, { paths: ['/admin', '/admin/*'], scope: 'operator', routes: operator.routes }, options);
  mountFallback(hono, { paths: ['/metrics'], scope: 'metrics', routes: operator.routes }, options);
  mountFallback(hono, { paths: ['/health/ready'], scope: 'public', routes: operator.routes }, options);
  if (config.CONSOLE) mountFallback(hono, { paths: ['/account', '/account/*'], scope: 'person', routes: account.routes }, options);
  mountFallback(hono, { paths: ['/*'], scope: 'public', routes: operations.routes }, options);
  return hono;
}
