import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Guard } from './frame/guard.tsx';
import { Home } from './frame/home.tsx';
import { Missing } from './frame/missing.tsx';
import { OperatorFrame } from './frame/operator-frame.tsx';
import { TenantFrame } from './frame/tenant-frame.tsx';
import { EMAIL_FILTERS } from './screens/emails/email-filter.ts';

type Search = Readonly<Record<string, unknown>>;
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
/** Only what is given stands in the address. */
const given = <T extends Record<string, string | undefined>>(values: T): { [K in keyof T]?: string } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: string };

/** Texts by these names, as far as they are given. */
const texts =
  <N extends string>(...names: readonly N[]) =>
  (search: Search): { [K in N]?: string } =>
    given(Object.fromEntries(names.map((name) => [name, text(search[name])])) as Record<N, string | undefined>);

const root = createRootRoute({ component: Outlet, notFoundComponent: Missing });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ to }: Search) => given({ to: text(to) }),
  component: lazyRouteComponent(() => import('./screens/sign-in/sign-in.tsx'), 'SignIn'),
});
const link = createRoute({
  getParentRoute: () => root,
  path: '/link',
  component: lazyRouteComponent(() => import('./screens/sign-in/link.tsx'), 'FollowLink'),
});
const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: lazyRouteComponent(() => import('./screens/sign-in/forgotten.tsx'), 'Forgotten'),
});

const guard = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Guard });
const home = createRoute({ getParentRoute: () => guard, path: '/', component: Home });
const account = createRoute({
  getParentRoute: () => guard,
  path: '/account',
  component: lazyRouteComponent(() => import('./screens/account/account.tsx'), 'Account'),
});

const tenant = createRoute({ getParentRoute: () => guard, path: '/$tenant', component: TenantFrame, notFoundComponent: Missing });
const under = { getParentRoute: () => tenant } as const;

const overview = createRoute({
  ...under,
  path: '/',
  validateSearch: ({ days, show }: Search) => given({ days: text(days), show: text(show) }),
  component: lazyRouteComponent(() => import('./screens/overview/overview.tsx'), 'Overview'),
});
const emails = createRoute({
  ...under,
  path: '/emails',
  validateSearch: texts(...EMAIL_FILTERS),
  component: lazyRouteComponent(() => import('./screens/emails/emails.tsx'), 'Emails'),
});
const email = createRoute({
  ...under,
  path: '/emails/$id',
  component: lazyRouteComponent(() => import('./screens/emails/email.tsx'), 'Email'),
});
const send = createRoute({
  ...under,
  path: '/send',
  validateSearch: ({ like, template }: Search) => given({ like: text(like), template: text(template) }),
  component: lazyRouteComponent(() => import('./screens/emails/send.tsx'), 'Send'),
});
const domains = createRoute({
  ...under,
  path: '/domains',
  component: lazyRouteComponent(() => import('./screens/domains/domains.tsx'), 'Domains'),
});
const domain = createRoute({
  ...under,
  path: '/domains/$id',
  component: lazyRouteComponent(() => import('./screens/domains/domain.tsx'), 'DomainScreen'),
});
const keys = createRoute({
  ...under,
  path: '/keys',
  component: lazyRouteComponent(() => import('./screens/keys/keys.tsx'), 'Keys'),
});
const webhooks = createRoute({
  ...under,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./screens/webhooks/webhooks.tsx'), 'Webhooks'),
});
const webhook = createRoute({
  ...under,
  path: '/webhooks/$id',
  validateSearch: ({ status, type }: Search) => given({ status: text(status), type: text(type) }),
  component: lazyRouteComponent(() => import('./screens/webhooks/webhook.tsx'), 'WebhookScreen'),
});
const suppressions = createRoute({
  ...under,
  path: '/suppressions',
  validateSearch: ({ reason, email: address }: Search) => given({ reason: text(reason), email: text(address) }),
  component: lazyRouteComponent(() => import('./screens/suppressions/suppressions.tsx'), 'Suppressions'),
});
const templates = createRoute({
  ...under,
  path: '/templates',
  component: lazyRouteComponent(() => import('./screens/templates/templates.tsx'), 'Templates'),
});
const newTemplate = createRoute({
  ...under,
  path: '/new-template',
  validateSearch: ({ from }: Search) => given({ from: text(from) }),
  component: lazyRouteComponent(() => import('./screens/templates/new-template.tsx'), 'NewTemplate'),
});
const template = createRoute({
  ...under,
  path: '/templates/$alias',
  validateSearch: ({ version }: Search) => given({ version: text(version) }),
  component: lazyRouteComponent(() => import('./screens/templates/template.tsx'), 'TemplateScreen'),
});
const members = createRoute({
  ...under,
  path: '/members',
  component: lazyRouteComponent(() => import('./screens/members/members.tsx'), 'Members'),
});
const audit = createRoute({
  ...under,
  path: '/audit',
  component: lazyRouteComponent(() => import('./screens/audit/audit.tsx'), 'Audit'),
});

const contacts = createRoute({
  ...under,
  path: '/contacts',
  validateSearch: texts('status', 'email', 'attribute'),
  component: lazyRouteComponent(() => import('./screens/contacts/contacts.tsx'), 'Contacts'),
});
const contactImport = createRoute({
  ...under,
  path: '/contacts/import',
  component: lazyRouteComponent(() => import('./screens/contacts/import.tsx'), 'ImportContacts'),
});
const contactImportProgress = createRoute({
  ...under,
  path: '/contacts/imports/$id',
  component: lazyRouteComponent(() => import('./screens/contacts/import-progress.tsx'), 'ImportProgress'),
});
const contact = createRoute({
  ...under,
  path: '/contacts/$id',
  component: lazyRouteComponent(() => import('./screens/contacts/contact.tsx'), 'ContactScreen'),
});
const audiences = createRoute({
  ...under,
  path: '/audiences',
  component: lazyRouteComponent(() => import('./screens/audiences/audiences.tsx'), 'Audiences'),
});
const audience = createRoute({
  ...under,
  path: '/audiences/$id',
  component: lazyRouteComponent(() => import('./screens/audiences/audience.tsx'), 'AudienceScreen'),
});
const segments = createRoute({
  ...under,
  path: '/segments',
  component: lazyRouteComponent(() => import('./screens/segments/segments.tsx'), 'Segments'),
});
const newSegment = createRoute({
  ...under,
  path: '/segments/new',
  component: lazyRouteComponent(() => import('./screens/segments/segment.tsx'), 'NewSegment'),
});
const segment = createRoute({
  ...under,
  path: '/segments/$id',
  component: lazyRouteComponent(() => import('./screens/segments/segment.tsx'), 'SegmentScreen'),
});
const broadcasts = createRoute({
  ...under,
  path: '/broadcasts',
  component: lazyRouteComponent(() => import('./screens/broadcasts/broadcasts.tsx'), 'Broadcasts'),
});
const broadcast = createRoute({
  ...under,
  path: '/broadcasts/$id',
  validateSearch: ({ status }: Search) => given({ status: text(status) }),
  component: lazyRouteComponent(() => import('./screens/broadcasts/broadcast.tsx'), 'BroadcastScreen'),
});
const automations = createRoute({
  ...under,
  path: '/automations',
  component: lazyRouteComponent(() => import('./screens/automations/automations.tsx'), 'Automations'),
});
const automation = createRoute({
  ...under,
  path: '/automations/$id',
  validateSearch: ({ status }: Search) => given({ status: text(status) }),
  component: lazyRouteComponent(() => import('./screens/automations/automation.tsx'), 'AutomationScreen'),
});
const newAutomation = createRoute({
  ...under,
  path: '/automations/new',
  component: lazyRouteComponent(() => import('./screens/automations/editor/edit-automation.tsx'), 'NewAutomation'),
});
const editAutomation = createRoute({
  ...under,
  path: '/automations/$id/edit',
  component: lazyRouteComponent(() => import('./screens/automations/editor/edit-automation.tsx'), 'EditAutomation'),
});

const marketing = [
  contacts,
  contactImport,
  contactImportProgress,
  contact,
  audiences,
  audience,
  segments,
  newSegment,
  segment,
  broadcasts,
  broadcast,
  automations,
  newAutomation,
  editAutomation,
  automation,
];

const inbound = createRoute({
  ...under,
  path: '/inbound',
  component: lazyRouteComponent(() => import('./screens/inbound/inbound.tsx'), 'Inbound'),
});
const inboundMail = createRoute({
  ...under,
  path: '/inbound/$id',
  component: lazyRouteComponent(() => import('./screens/inbound/inbound-mail.tsx'), 'InboundMailScreen'),
});
const events = createRoute({
  ...under,
  path: '/events',
  validateSearch: texts('type', 'message'),
  component: lazyRouteComponent(() => import('./screens/events/events.tsx'), 'Events'),
});
const usage = createRoute({
  ...under,
  path: '/usage',
  component: lazyRouteComponent(() => import('./screens/usage/usage.tsx'), 'UsageScreen'),
});

const operator = createRoute({ getParentRoute: () => guard, path: '/operator', component: OperatorFrame, notFoundComponent: Missing });
const underOperator = { getParentRoute: () => operator } as const;

const service = createRoute({
  ...underOperator,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/operator/service.tsx'), 'Service'),
});
const tenants = createRoute({
  ...underOperator,
  path: '/tenants',
  component: lazyRouteComponent(() => import('./screens/operator/tenants.tsx'), 'Tenants'),
});
const tenantOfService = createRoute({
  ...underOperator,
  path: '/tenants/$id',
  component: lazyRouteComponent(() => import('./screens/operator/tenant.tsx'), 'TenantScreen'),
});
const mailbox = createRoute({
  ...underOperator,
  path: '/mailbox',
  validateSearch: texts('find'),
  component: lazyRouteComponent(() => import('./screens/mailbox/mailbox.tsx'), 'Mailbox'),
});
const capturedMail = createRoute({
  ...underOperator,
  path: '/mailbox/$id',
  component: lazyRouteComponent(() => import('./screens/mailbox/captured-mail.tsx'), 'CapturedMailScreen'),
});
const blocked = createRoute({
  ...underOperator,
  path: '/suppressions',
  validateSearch: ({ email }: Search) => given({ email: text(email) }),
  component: lazyRouteComponent(() => import('./screens/operator/blocked.tsx'), 'Blocked'),
});
const people = createRoute({
  ...underOperator,
  path: '/people',
  component: lazyRouteComponent(() => import('./screens/operator/people.tsx'), 'People'),
});

const ofOperator = [service, tenants, tenantOfService, mailbox, capturedMail, blocked, people];

const ofTenant = [
  inbound,
  inboundMail,
  events,
  usage,
  ...marketing,
  overview,
  emails,
  email,
  send,
  domains,
  domain,
  keys,
  webhooks,
  webhook,
  suppressions,
  templates,
  newTemplate,
  template,
  members,
  audit,
];

/** Every part of the interface in every state; only in development. */
const kit = import.meta.env.DEV
  ? [createRoute({ getParentRoute: () => root, path: '/ui', component: lazyRouteComponent(() => import('./screens/kit/kit.tsx'), 'Kit') })]
  : [];

const tree = root.addChildren([
  signIn,
  link,
  forgotten,
  ...kit,
  guard.addChildren([home, account, operator.addChildren(ofOperator), tenant.addChildren(ofTenant)]),
]);

/** A query as it is written everywhere: texts by name, of which none is a number or an object. */
const parseSearch = (query: string): Search => Object.fromEntries(new URLSearchParams(query));

function stringifySearch(search: Search): string {
  const query = new URLSearchParams(Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
  return query.size === 0 ? '' : `?${query}`;
}

export const createConsoleRouter = () =>
  createRouter({
    routeTree: tree,
    basepath: '/console',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMinMs: 0,
    parseSearch,
    stringifySearch,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
