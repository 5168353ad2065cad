import type { Role } from '@posthorn/contract';

/** A resource of a tenant, as named by its roles. */
export type Resource =
  | 'API keys'
  | 'Audiences'
  | 'Automations'
  | 'Broadcasts'
  | 'Contacts'
  | 'Domains'
  | 'Email'
  | 'Inbound'
  | 'Members'
  | 'Segments'
  | 'Suppressions'
  | 'Templates'
  | 'Webhooks';

const MARKETER: readonly Resource[] = ['Audiences', 'Automations', 'Broadcasts', 'Contacts', 'Segments', 'Suppressions', 'Templates'];

/** Returns whether a role may change a resource. The service refuses the rest in any case; this avoids offering it. */
export function mayChange(role: Role, resource: Resource): boolean {
  if (role === 'owner') return true;
  if (role === 'developer') return resource !== 'Members';
  return role === 'marketer' && MARKETER.includes(resource);
}

/** Returns whether a role sees bodies of mail, deliveries to webhooks and the audit log. */
export const seesBodies = (role: Role): boolean => role === 'owner' || role === 'developer';
