import { accountContract, contract, mayCall, type Operation, roleNames } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { mayChange, type Resource, seesBodies } from './role-rights.ts';

const RESOURCES: Readonly<Record<Resource, true>> = {
  'API keys': true,
  Audiences: true,
  Automations: true,
  Broadcasts: true,
  Contacts: true,
  Domains: true,
  Email: true,
  Inbound: true,
  Members: true,
  Segments: true,
  Suppressions: true,
  Templates: true,
  Webhooks: true,
};

const all: readonly Operation[] = [...Object.values(contract), ...Object.values(accountContract)].flatMap((table) => Object.values(table));
const writingOf = (resource: string) => all.filter(({ tags, method, reads }) => tags[0] === resource && method !== 'GET' && reads !== true);

describe('what the console offers', () => {
  it.each(roleNames)('is what the role %s may do', (role) => {
    // Safe because the table has only these keys.
    for (const resource of Object.keys(RESOURCES) as Resource[])
      expect([resource, mayChange(role, resource)]).toEqual([
        resource,
        mayCall(role, { method: 'POST', tags: [resource] }) && writingOf(resource).every((operation) => mayCall(role, operation)),
      ]);
    expect(seesBodies(role)).toBe(mayCall(role, contract.webhooks.listDeliveries));
  });
});
