import type { Role } from '@posthorn/contract';

/** What is changed in a tenant, as its roles have it. */
export type Thing =
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

const MARKETER: readonly Thing[] = ['Audiences', 'Automations', 'Broadcasts', 'Contacts', 'Segments', 'Suppressions', 'Templates'];

/** Whether a role may change a thing. What the service refuses it refuses in any case; here nobody is offered it in vain. */
export function mayChange(role: Role, thing: Thing): boolean {
  if (role === 'owner') return true;
  if (role === 'developer') return thing !== 'Members';
  return role === 'marketer' && MARKETER.includes(thing);
}

/** Whether a role sees bodies of mail, deliveries to webhooks and the audit. */
export const seesBodies = (role: Role): boolean => role === 'owner' || role === 'developer';
