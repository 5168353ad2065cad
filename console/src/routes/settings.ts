import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { underTenant } from './frames.ts';
import { texts } from './search.ts';

const domains = createRoute({
  ...underTenant,
  path: '/domains',
  component: lazyRouteComponent(() => import('../screens/domains/domains.tsx'), 'Domains'),
});
const domain = createRoute({
  ...underTenant,
  path: '/domains/$id',
  component: lazyRouteComponent(() => import('../screens/domains/domain.tsx'), 'DomainScreen'),
});
const keys = createRoute({
  ...underTenant,
  path: '/keys',
  component: lazyRouteComponent(() => import('../screens/keys/keys.tsx'), 'Keys'),
});
const webhooks = createRoute({
  ...underTenant,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../screens/webhooks/webhooks.tsx'), 'Webhooks'),
});
const webhook = createRoute({
  ...underTenant,
  path: '/webhooks/$id',
  validateSearch: texts('status', 'type'),
  component: lazyRouteComponent(() => import('../screens/webhooks/webhook.tsx'), 'WebhookScreen'),
});
const suppressions = createRoute({
  ...underTenant,
  path: '/suppressions',
  validateSearch: texts('reason', 'email'),
  component: lazyRouteComponent(() => import('../screens/suppressions/suppressions.tsx'), 'Suppressions'),
});
const usage = createRoute({
  ...underTenant,
  path: '/usage',
  component: lazyRouteComponent(() => import('../screens/usage/usage.tsx'), 'UsageScreen'),
});
const members = createRoute({
  ...underTenant,
  path: '/members',
  component: lazyRouteComponent(() => import('../screens/members/members.tsx'), 'Members'),
});
const audit = createRoute({
  ...underTenant,
  path: '/audit',
  component: lazyRouteComponent(() => import('../screens/audit/audit.tsx'), 'Audit'),
});

/** Screens of a tenant's sending settings and its members. */
export const settingsRoutes = [domains, domain, keys, webhooks, webhook, suppressions, usage, members, audit] as const;
