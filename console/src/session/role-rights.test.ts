import { accountContract, contract, mayCall, type Operation, roleNames } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { mayChange, seesBodies, type Thing } from './role-rights.ts';

const THINGS: Readonly<Record<Thing, true>> = {
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
const writingOf = (thing: string) => all.filter(({ tags, method, reads }) => tags[0] === thing && method !== 'GET' && reads !== true);

describe('what the console offers', () => {
  it.each(roleNames)('is what the role %s may do', (role) => {
    // Safe because the table has these keys alone.
    for (const thing of Object.keys(THINGS) as Thing[])
      expect([thing, mayChange(role, thing)]).toEqual([
        thing,
        mayCall(role, { method: 'POST', tags: [thing] }) && writingOf(thing).every((operation) => mayCall(role, operation)),
      ]);
    expect(seesBodies(role)).toBe(mayCall(role, contract.webhooks.listDeliveries));
  });
});
