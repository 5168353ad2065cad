import type { Role } from '@posthorn/contract';
import {
  Activity,
  Ban,
  Building2,
  Contact,
  FileText,
  Funnel,
  Gauge,
  Globe,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  ListX,
  type LucideIcon,
  Mail,
  Mailbox,
  MailWarning,
  Megaphone,
  Radio,
  ScrollText,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react';
import { seesBodies } from '../session/role-rights.ts';
import type { Words } from '../text/words.ts';

/** A screen that can be opened by its name, or by `g` and a letter. */
export interface Place {
  readonly name: keyof Words['places'];
  readonly to: string;
  readonly letter: string;
  readonly icon: LucideIcon;
  /** The screens below it are separate entries. */
  readonly exact?: true;
  /** Everybody unless given. */
  readonly for?: (role: Role) => boolean;
}

/** Screens of a tenant, in the groups of the navigation. */
export const TENANT_PLACES: readonly (readonly Place[])[] = [
  [
    { name: 'overview', to: '/$tenant', letter: 'o', icon: LayoutDashboard, exact: true },
    { name: 'emails', to: '/$tenant/emails', letter: 'e', icon: Mail },
    { name: 'templates', to: '/$tenant/templates', letter: 't', icon: FileText },
    { name: 'inbound', to: '/$tenant/inbound', letter: 'i', icon: Inbox },
    { name: 'events', to: '/$tenant/events', letter: 'v', icon: Radio, for: seesBodies },
    { name: 'broadcasts', to: '/$tenant/broadcasts', letter: 'b', icon: Megaphone },
    { name: 'automations', to: '/$tenant/automations', letter: 'u', icon: Workflow },
  ],
  [
    { name: 'contacts', to: '/$tenant/contacts', letter: 'c', icon: Contact },
    { name: 'audiences', to: '/$tenant/audiences', letter: 'l', icon: ListChecks },
    { name: 'segments', to: '/$tenant/segments', letter: 'f', icon: Funnel },
    { name: 'suppressions', to: '/$tenant/suppressions', letter: 's', icon: Ban },
  ],
  [
    { name: 'domains', to: '/$tenant/domains', letter: 'd', icon: Globe },
    { name: 'keys', to: '/$tenant/keys', letter: 'k', icon: KeyRound },
    { name: 'webhooks', to: '/$tenant/webhooks', letter: 'w', icon: Webhook },
  ],
  [
    { name: 'usage', to: '/$tenant/usage', letter: 'q', icon: Gauge },
    { name: 'members', to: '/$tenant/members', letter: 'm', icon: Users },
    { name: 'audit', to: '/$tenant/audit', letter: 'a', icon: ScrollText, for: seesBodies },
  ],
];

/** Screens of the service as a whole. */
export const OPERATOR_PLACES: readonly (readonly Place[])[] = [
  [
    { name: 'service', to: '/operator', letter: 'o', icon: Activity, exact: true },
    { name: 'tenants', to: '/operator/tenants', letter: 't', icon: Building2 },
    { name: 'failedJobs', to: '/operator/failed-jobs', letter: 'f', icon: ListX },
    { name: 'postmaster', to: '/operator/postmaster', letter: 'i', icon: MailWarning },
    { name: 'blocked', to: '/operator/suppressions', letter: 's', icon: Ban },
    { name: 'people', to: '/operator/people', letter: 'p', icon: Users },
    { name: 'audit', to: '/operator/audit', letter: 'a', icon: ScrollText },
    // Last, since it appears only once it is known whether mail is kept here.
    { name: 'mailbox', to: '/operator/mailbox', letter: 'm', icon: Mailbox },
  ],
];

/** The places that a role sees. */
export const placesOf = (groups: readonly (readonly Place[])[], role?: Role): readonly (readonly Place[])[] =>
  groups.map((group) => group.filter((place) => place.for === undefined || (role !== undefined && place.for(role))));
