import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { addAudience, addContacts } from '../../../tests/support/fixtures/broadcasts.ts';
import { BY_HAND, useServer, useTenant } from '../../../tests/support/posthorn.ts';
import { createHooks } from '../core/hooks.ts';
import { addMembers, audienceJoined } from './add-members.ts';
import type { AudienceAddition } from './audience.ts';

describe.each(engines)('adding members to an audience on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  it('tells of those that are new, in the transaction that adds them', async () => {
    const { app } = server;
    const audience = await addAudience(tenant, []);
    const members = `/v1/audiences/${audience}/members`;
    const heard: AudienceAddition[] = [];
    const heeding = { ...app, hooks: createHooks() };
    heeding.hooks.on(audienceJoined, async (_trx, additions) => void heard.push(...additions));
    const [a = '', b = ''] = await addContacts(tenant, 2);
    await tenant.call('POST', members, { body: { contact_id: a } });
    expect(await addMembers(heeding, { tenantId: tenant.id, id: audience }, [a, b, b, 'con_none'])).toEqual([
      'member',
      'added',
      'member',
      'unknown',
    ]);
    await addMembers(heeding, { tenantId: tenant.id, id: audience }, [a, b]);
    expect(heard).toEqual([{ tenantId: tenant.id, audienceId: audience, contactId: b }]);

    const refuse = { ...app, hooks: createHooks() };
    refuse.hooks.on(audienceJoined, () => Promise.reject(new Error('no')));
    await tenant.call('DELETE', `${members}/${b}`);
    await expect(addMembers(refuse, { tenantId: tenant.id, id: audience }, [b])).rejects.toThrow('no');
    expect((await tenant.call('GET', members)).body.data.map(({ id }: { id: string }) => id)).toEqual([a]);
  });
});
