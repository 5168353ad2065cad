import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { EMAIL_FILTERS } from '../screens/emails/email-filter.ts';
import { underTenant } from './frames.ts';
import { texts } from './search.ts';

const overview = createRoute({
  ...underTenant,
  path: '/',
  validateSearch: texts('days', 'show'),
  component: lazyRouteComponent(() => import('../screens/overview/overview.tsx'), 'Overview'),
});
const emails = createRoute({
  ...underTenant,
  path: '/emails',
  validateSearch: texts(...EMAIL_FILTERS),
  component: lazyRouteComponent(() => import('../screens/emails/emails.tsx'), 'Emails'),
});
const email = createRoute({
  ...underTenant,
  path: '/emails/$id',
  component: lazyRouteComponent(() => import('../screens/emails/email.tsx'), 'Email'),
});
const send = createRoute({
  ...underTenant,
  path: '/send',
  validateSearch: texts('like', 'template'),
  component: lazyRouteComponent(() => import('../screens/emails/send.tsx'), 'Send'),
});
const templates = createRoute({
  ...underTenant,
  path: '/templates',
  validateSearch: texts('q'),
  component: lazyRouteComponent(() => import('../screens/templates/templates.tsx'), 'Templates'),
});
const newTemplate = createRoute({
  ...underTenant,
  path: '/new-template',
  validateSearch: texts('from'),
  component: lazyRouteComponent(() => import('../screens/templates/new-template.tsx'), 'NewTemplate'),
});
const template = createRoute({
  ...underTenant,
  path: '/templates/$alias',
  validateSearch: texts('version'),
  component: lazyRouteComponent(() => import('../screens/templates/template.tsx'), 'TemplateScreen'),
});
const inbound = createRoute({
  ...underTenant,
  path: '/inbound',
  component: lazyRouteComponent(() => import('../screens/inbound/inbound.tsx'), 'Inbound'),
});
const inboundMail = createRoute({
  ...underTenant,
  path: '/inbound/$id',
  component: lazyRouteComponent(() => import('../screens/inbound/inbound-mail.tsx'), 'InboundMailScreen'),
});
const events = createRoute({
  ...underTenant,
  path: '/events',
  validateSearch: texts('type', 'message'),
  component: lazyRouteComponent(() => import('../screens/events/events.tsx'), 'Events'),
});

/** Screens of a tenant's mail. */
export const mailRoutes = [overview, emails, email, send, templates, newTemplate, template, inbound, inboundMail, events] as const;
