import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { meanwhile } from '../../../tests/support/fakes/meanwhile.ts';
import { addDomain } from '../../../tests/support/tenancy/sending-domain.ts';
import { useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import { verifyDomain } from './verify-domain.ts';

const TAKEN = { status: 409, body: { error: 'domain_taken' } };

describe.each(engines)('the word of the operator on $name', (engine) => {
  const tenancy = useTenancy(engine);

  it('is of a domain that is there, which keeps its key and its settings', async () => {
    const domain = await addDomain(tenancy, { settings: { click_tracking: true } });
    const trust = (tenantId: string) =>
      tenancy.operator('tenants.createDomain', { params: { id: tenantId }, body: { name: domain.name, verified: true, inbound: true } });
    const trusted = await trust(domain.caller.tenantId);
    expect(trusted).toMatchObject({ status: 201, body: { id: domain.id, status: 'verified', click_tracking: true, inbound: true } });
    const read = await tenancy.call(domain.caller, 'domains.get', { params: { id: domain.id } });
    expect(read.body).toEqual(trusted.body);
    const before = tenancy.dns.queries;
    expect((await domain.verify()).status).toBe(200);
    expect(tenancy.dns.queries).toBe(before);
    expect(await trust(domain.caller.tenantId)).toMatchObject(TAKEN);
    const other = await tenancy.caller(await tenancy.tenant());
    await tenancy.call(other, 'domains.create', { body: { name: domain.name } });
    expect(await trust(other.tenantId)).toMatchObject(TAKEN);
  });

  it('is of one that had failed, which is verified since then', async () => {
    const domain = await addDomain(tenancy);
    const { write } = tenancy.app.db;
    await write.updateTable('domains').set({ status: 'failed', failed_checks: 3, verified_at: 1 }).where('id', '=', domain.id).execute();
    await tenancy.operator('tenants.createDomain', { params: { id: domain.caller.tenantId }, body: { name: domain.name, verified: true } });
    expect(await domain.get()).toMatchObject({ status: 'verified', verified_at: tenancy.clock.now() });
  });

  it('holds against what DNS says that was asked before', async () => {
    const domain = await addDomain(tenancy);
    domain.publish();
    const { resolver, app } = tenancy;
    const { tenantId } = domain.caller;
    const vouch = { params: { id: tenantId }, body: { name: domain.name, verified: true } };

    const vouching = meanwhile(resolver, () => tenancy.operator('tenants.createDomain', vouch));
    await verifyDomain({ app, resolver: vouching }, { tenantId, id: domain.id });
    const row = app.db.read.selectFrom('domains').select(['status', 'trusted', 'findings', 'next_check_at']).where('id', '=', domain.id);
    expect(await row.executeTakeFirst()).toEqual({ status: 'verified', trusted: 1, findings: '{}', next_check_at: null });
  });
});
