import type { Operation } from '../core/operation.ts';

/** Roles of a person in a tenant. */
export const roleNames = ['owner', 'developer', 'marketer', 'viewer'] as const;
export type Role = (typeof roleNames)[number];

type Access = 'none' | 'read' | 'write';

/** Tags of the operations on objects of a tenant, in `/v1` and `/account`. */
export type TenantTag =
  | 'API keys'
  | 'Attachments'
  | 'Audiences'
  | 'Audit'
  | 'Automations'
  | 'Broadcasts'
  | 'Contacts'
  | 'Domains'
  | 'Email'
  | 'Erasures'
  | 'Events'
  | 'Health'
  | 'Inbound'
  | 'Members'
  | 'Messages'
  | 'Segments'
  | 'Statistics'
  | 'Suppressions'
  | 'Templates'
  | 'Usage'
  | 'Webhooks';

interface Rights {
  /** Access to the objects of each tag. */
  readonly access: Readonly<Record<TenantTag, Access>>;
  /** Whether the role sees responses that can contain the body of a transactional mail: bodies contain reset links. */
  readonly bodies: boolean;
}

const everything: Rights['access'] = {
  'API keys': 'write',
  Attachments: 'write',
  Audiences: 'write',
  Audit: 'write',
  Automations: 'write',
  Broadcasts: 'write',
  Contacts: 'write',
  Domains: 'write',
  Email: 'write',
  Erasures: 'write',
  Events: 'write',
  Health: 'write',
  Inbound: 'write',
  Members: 'write',
  Messages: 'write',
  Segments: 'write',
  Statistics: 'write',
  Suppressions: 'write',
  Templates: 'write',
  Usage: 'write',
  Webhooks: 'write',
};

const reading: Rights['access'] = {
  'API keys': 'read',
  Attachments: 'read',
  Audiences: 'read',
  Audit: 'none',
  Automations: 'read',
  Broadcasts: 'read',
  Contacts: 'read',
  Domains: 'read',
  Email: 'read',
  Erasures: 'read',
  Events: 'read',
  Health: 'read',
  Inbound: 'read',
  Members: 'read',
  Messages: 'read',
  Segments: 'read',
  Statistics: 'read',
  Suppressions: 'read',
  Templates: 'read',
  Usage: 'read',
  Webhooks: 'read',
};

/** Rights of each role. */
export const roles: Readonly<Record<Role, Rights>> = {
  owner: { access: everything, bodies: true },
  developer: { access: { ...everything, Members: 'read' }, bodies: true },
  marketer: {
    access: {
      ...reading,
      Audiences: 'write',
      Automations: 'write',
      Broadcasts: 'write',
      Contacts: 'write',
      Segments: 'write',
      Suppressions: 'write',
      Templates: 'write',
    },
    bodies: false,
  },
  viewer: { access: reading, bodies: false },
};

type OperationAccess = Pick<Operation, 'method' | 'reads' | 'forReaders' | 'tags' | 'showsBodies'>;

/** Returns whether an operation changes something. */
export const writes = ({ method, reads }: Pick<Operation, 'method' | 'reads'>): boolean => method !== 'GET' && reads !== true;

/** Returns whether a role may call an operation; nobody may call one without an entry in the table. */
export function mayCall(role: Role, operation: OperationAccess): boolean {
  const { access, bodies } = roles[role];
  // Safe because an unknown tag finds no entry.
  const found = access[operation.tags[0] as TenantTag] ?? 'none';
  if (operation.showsBodies === true && !bodies) return false;
  return writes(operation) && operation.forReaders !== true ? found === 'write' : found !== 'none';
}
