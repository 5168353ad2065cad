import type { Role } from '@posthorn/contract';

/** A resource of a tenant, as its roles name it. */
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

/** Whether a role may change a resource. What the service refuses it refuses in any case; here nobody is offered it in vain. */
export function mayChange(role: Role, resource: Resource): boolean {
  if (role === 'owner') return true;
  if (role === 'developer') return resource !== 'Members';
  return role === 'marketer' && MARKETER.includes(resource);
}

/** Whether a role sees bodies of mail, deliveries to webhooks and the audit. */
export const seesBodies = (role: Role): boolean => role === 'owner' || role === 'developer';
