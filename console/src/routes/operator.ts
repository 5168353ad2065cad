import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { underOperator } from './frames.ts';
import { texts } from './search.ts';

const service = createRoute({
  ...underOperator,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/operator/service.tsx'), 'Service'),
});
const tenants = createRoute({
  ...underOperator,
  path: '/tenants',
  component: lazyRouteComponent(() => import('../screens/operator/tenants.tsx'), 'Tenants'),
});
const tenantOfService = createRoute({
  ...underOperator,
  path: '/tenants/$id',
  component: lazyRouteComponent(() => import('../screens/operator/tenant.tsx'), 'TenantScreen'),
});
const failedJobs = createRoute({
  ...underOperator,
  path: '/failed-jobs',
  validateSearch: texts('tenant'),
  component: lazyRouteComponent(() => import('../screens/operator/failed-jobs.tsx'), 'FailedJobs'),
});
const audit = createRoute({
  ...underOperator,
  path: '/audit',
  validateSearch: texts('tenant'),
  component: lazyRouteComponent(() => import('../screens/operator/service-audit.tsx'), 'ServiceAudit'),
});
const mailbox = createRoute({
  ...underOperator,
  path: '/mailbox',
  validateSearch: texts('find', 'tenant'),
  component: lazyRouteComponent(() => import('../screens/mailbox/mailbox.tsx'), 'Mailbox'),
});
const capturedMail = createRoute({
  ...underOperator,
  path: '/mailbox/$id',
  component: lazyRouteComponent(() => import('../screens/mailbox/captured-mail.tsx'), 'CapturedMailScreen'),
});
const postmaster = createRoute({
  ...underOperator,
  path: '/postmaster',
  validateSearch: texts('kind'),
  component: lazyRouteComponent(() => import('../screens/postmaster/postmaster.tsx'), 'Postmaster'),
});
const postmasterMail = createRoute({
  ...underOperator,
  path: '/postmaster/$id',
  component: lazyRouteComponent(() => import('../screens/postmaster/postmaster-mail.tsx'), 'PostmasterMailScreen'),
});
const unreadableMail = createRoute({
  ...underOperator,
  path: '/unreadable-mail/$id',
  component: lazyRouteComponent(() => import('../screens/postmaster/unreadable-mail.tsx'), 'UnreadableMailScreen'),
});
const blocked = createRoute({
  ...underOperator,
  path: '/suppressions',
  validateSearch: texts('email'),
  component: lazyRouteComponent(() => import('../screens/operator/blocked.tsx'), 'Blocked'),
});
const people = createRoute({
  ...underOperator,
  path: '/people',
  component: lazyRouteComponent(() => import('../screens/operator/people.tsx'), 'People'),
});

/** Screens of the service as a whole. */
export const operatorRoutes = [
  service,
  tenants,
  tenantOfService,
  failedJobs,
  mailbox,
  capturedMail,
  postmaster,
  postmasterMail,
  unreadableMail,
  blocked,
  people,
  audit,
] as const;
