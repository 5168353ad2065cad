import type { adminContract, contract } from '@posthorn/contract';
import { Hono } from 'hono';
import type { AppContext } from './app-context.ts';
import type { Implementation } from './core/implement.ts';
import type { RecordEvents } from './events/index.ts';
import { type AuthenticateOptions, authenticator } from './http/authenticate.ts';
import { mountDocs } from './http/docs-page.ts';
import { mountLink } from './http/links.ts';
import { mountMailbox } from './http/mailbox-page.ts';
import { mountMcp } from './http/mcp/mount-mcp.ts';
import { measureRequests } from './http/measure.ts';
import { closeArea, mount } from './http/mount.ts';
import type { ReadBudget } from './http/read-body.ts';
import { mountResend } from './http/resend/mount-resend.ts';
import { mountTrpc } from './http/trpc.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { clickLink, faultPage, hitRecorder, openLink, unsubscribeLink } from './tracking/index.ts';

export interface HttpAppParts {
  readonly service: Implementation<typeof contract>;
  readonly operator: Implementation<typeof adminContract>;
  readonly findKey: AuthenticateOptions['findKey'];
  readonly metrics: Metrics;
  readonly budget: ReadBudget;
  readonly recordEvents: RecordEvents;
  readonly leaving: Parameters<typeof unsubscribeLink>[0];
}

/** Everything that is reached over HTTP, on one listener. */
export function createHttpApp(app: AppContext, parts: HttpAppParts): Hono {
  const { config, clock, random, log } = app;
  const { service, operator, findKey, metrics, budget, recordEvents, leaving } = parts;
  const http = new Hono();
  const options = {
    authenticate: authenticator({ findKey, operatorToken: config.OPERATOR_TOKEN }),
    random,
    log,
    budget,
    baseUrl: config.BASE_URL?.replace(/\/+$/, ''),
  };
  measureRequests(http, metrics.onRequest);
  mount(http, service, options);
  mount(http, operator, options);
  mountTrpc(http, service, options);
  mountResend(http, service, { ...options, clock });
  mountMcp(http, service, { ...options, config });
  if (config.PUBLIC_DOCS) mountDocs(http, config, options);
  if (config.PROVIDER_URL === 'capture:') mountMailbox(http, options);
  const hits = { app, recordHit: hitRecorder({ app, recordEvents }) };
  const links = [
    { path: '/t/o', posts: false, answer: openLink(hits) },
    { path: '/t/c', posts: false, answer: clickLink(hits) },
    { path: '/u', posts: true, answer: unsubscribeLink(leaving) },
  ] as const;
  for (const link of links) mountLink(http, { ...link, faultAnswer: faultPage }, options);
  closeArea(http, { paths: ['/v1', '/v1/*'], scope: 'full', routes: service.routes }, options);
  closeArea(http, { paths: ['/attachments', '/attachments/*'], scope: 'full', routes: service.routes }, options);
  closeArea(http, { paths: ['/admin', '/admin/*', '/metrics'], scope: 'operator', routes: operator.routes }, options);
  closeArea(http, { paths: ['/*'], scope: 'public', routes: service.routes }, options);
  return http;
}
