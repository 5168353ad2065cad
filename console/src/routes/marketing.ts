import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { underTenant } from './frames.ts';
import { texts } from './search.ts';

const contacts = createRoute({
  ...underTenant,
  path: '/contacts',
  validateSearch: texts('status', 'email', 'attribute'),
  component: lazyRouteComponent(() => import('../screens/contacts/contacts.tsx'), 'Contacts'),
});
const contactImport = createRoute({
  ...underTenant,
  path: '/contacts/import',
  component: lazyRouteComponent(() => import('../screens/contacts/import.tsx'), 'ImportContacts'),
});
const contactImportProgress = createRoute({
  ...underTenant,
  path: '/contacts/imports/$id',
  component: lazyRouteComponent(() => import('../screens/contacts/import-progress.tsx'), 'ImportProgress'),
});
const contact = createRoute({
  ...underTenant,
  path: '/contacts/$id',
  component: lazyRouteComponent(() => import('../screens/contacts/contact.tsx'), 'ContactScreen'),
});
const audiences = createRoute({
  ...underTenant,
  path: '/audiences',
  component: lazyRouteComponent(() => import('../screens/audiences/audiences.tsx'), 'Audiences'),
});
const audience = createRoute({
  ...underTenant,
  path: '/audiences/$id',
  validateSearch: texts('email'),
  component: lazyRouteComponent(() => import('../screens/audiences/audience.tsx'), 'AudienceScreen'),
});
const segments = createRoute({
  ...underTenant,
  path: '/segments',
  component: lazyRouteComponent(() => import('../screens/segments/segments.tsx'), 'Segments'),
});
const newSegment = createRoute({
  ...underTenant,
  path: '/segments/new',
  component: lazyRouteComponent(() => import('../screens/segments/segment.tsx'), 'NewSegment'),
});
const segment = createRoute({
  ...underTenant,
  path: '/segments/$id',
  component: lazyRouteComponent(() => import('../screens/segments/segment.tsx'), 'SegmentScreen'),
});
const broadcasts = createRoute({
  ...underTenant,
  path: '/broadcasts',
  validateSearch: texts('template', 'status'),
  component: lazyRouteComponent(() => import('../screens/broadcasts/broadcasts.tsx'), 'Broadcasts'),
});
const broadcast = createRoute({
  ...underTenant,
  path: '/broadcasts/$id',
  validateSearch: texts('status'),
  component: lazyRouteComponent(() => import('../screens/broadcasts/broadcast.tsx'), 'BroadcastScreen'),
});
const automations = createRoute({
  ...underTenant,
  path: '/automations',
  component: lazyRouteComponent(() => import('../screens/automations/automations.tsx'), 'Automations'),
});
const newAutomation = createRoute({
  ...underTenant,
  path: '/automations/new',
  validateSearch: texts('like'),
  component: lazyRouteComponent(() => import('../screens/automations/editor/edit-automation.tsx'), 'NewAutomation'),
});
const editAutomation = createRoute({
  ...underTenant,
  path: '/automations/$id/edit',
  component: lazyRouteComponent(() => import('../screens/automations/editor/edit-automation.tsx'), 'EditAutomation'),
});
const automation = createRoute({
  ...underTenant,
  path: '/automations/$id',
  validateSearch: texts('status'),
  component: lazyRouteComponent(() => import('../screens/automations/automation.tsx'), 'AutomationScreen'),
});

/** Screens of a tenant's recipients and of its bulk mail. */
export const marketingRoutes = [
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
] as const;
