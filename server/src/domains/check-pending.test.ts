import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { meanwhile } from '../../../tests/support/fakes/meanwhile.ts';
import { addDomain, statuses } from '../../../tests/support/tenancy/sending-domain.ts';
import { DAY, useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import { recheckDomains } from './recheck-domains.ts';

const MINUTE = 60_000;

describe.each(engines)('the checks of a pending domain on $name', (engine) => {
  const tenancy = useTenancy(engine);
  beforeEach(async () => {
    tenancy.dns.mode = 'answer';
    tenancy.dns.clear();
    await tenancy.app.db.write.deleteFrom('domains').execute();
  });

  const recheck = () => recheckDomains(tenancy, 1000);
  const after = (ms: number) => {
    tenancy.clock.moveTo(tenancy.clock.now() + ms);
    return recheck();
  };

  it('verify it once its records are there, without anybody asking', async () => {
    const domain = await addDomain(tenancy);
    const version = await domain.version();
    expect(await after(4 * MINUTE)).toBe(0);
    expect(await after(MINUTE)).toBe(1);
    expect(await domain.get()).toMatchObject({ status: 'pending', verified_at: null });
    expect(await domain.version()).toBe(version);
    domain.publish();
    expect(await after(5 * MINUTE)).toBe(1);
    expect(await domain.get()).toMatchObject({ status: 'verified', verified_at: tenancy.clock.now() });
    expect(await domain.version()).toBe(version + 1);
    expect(await after(DAY - 1)).toBe(0);
    expect(await after(1)).toBe(1);
  });

  it('end after three days, and do not begin anew with a request', async () => {
    const domain = await addDomain(tenancy);
    for (let hour = 0; hour < 72; hour += 1) expect(await after(60 * MINUTE)).toBe(1);
    expect(await after(DAY)).toBe(0);
    expect((await domain.verify()).body.status).toBe('pending');
    expect(await after(DAY)).toBe(0);
    domain.publish();
    expect(await after(DAY)).toBe(0);
    expect((await domain.verify()).body.status).toBe('verified');
  });

  it('call a record wrong that says something else, and none that is not there yet', async () => {
    const domain = await addDomain(tenancy);
    tenancy.dns.add({ ...domain.record('dkim'), value: 'v=DKIM1; k=rsa; p=AAAA' });
    await after(5 * MINUTE);
    expect(statuses(await domain.get())).toMatchObject({ dkim: 'failed', dmarc: 'pending' });
    domain.publish('dmarc');
    await after(5 * MINUTE);
    expect(statuses(await domain.get())).toMatchObject({ dkim: 'failed', dmarc: 'verified' });
    domain.withdraw();
    await after(5 * MINUTE);
    expect(statuses(await domain.get())).toMatchObject({ dkim: 'failed', dmarc: 'failed' });
  });

  it.each(['servfail', 'silent'] as const)('go on while DNS is %s', async (mode) => {
    const domain = await addDomain(tenancy);
    domain.publish();
    tenancy.dns.mode = mode;
    expect(await after(5 * MINUTE)).toBe(1);
    expect(await domain.get()).toMatchObject({ status: 'pending' });
    tenancy.dns.mode = 'answer';
    expect(await after(5 * MINUTE)).toBe(1);
    expect(await domain.get()).toMatchObject({ status: 'verified' });
  });

  it('give a name to one of two tenants, and do not ask DNS for the other', async () => {
    const name = 'wanted.example';
    const [first, second] = [await addDomain(tenancy, { name }), await addDomain(tenancy, { name })];
    for (const domain of [first, second]) domain.publish();
    expect(await after(5 * MINUTE)).toBe(2);
    const found = [(await first.get()).status, (await second.get()).status];
    expect(found.toSorted()).toEqual(['pending', 'verified']);
    const before = tenancy.dns.queries;
    expect(await recheck()).toBe(1);
    expect(await recheck()).toBe(0);
    expect(await after(5 * MINUTE)).toBe(1);
    expect(tenancy.dns.queries).toBe(before);
    expect([(await first.get()).status, (await second.get()).status]).toEqual(found);
  });

  it('take nothing back that was asked for while they asked DNS', async () => {
    const [verified, deleted] = [await addDomain(tenancy), await addDomain(tenancy)];
    tenancy.clock.moveTo(tenancy.clock.now() + 5 * MINUTE);
    const overtaken = meanwhile(tenancy.resolver, async () => {
      verified.publish();
      expect((await verified.verify()).body.status).toBe('verified');
      await tenancy.call(deleted.caller, 'domains.delete', { params: { id: deleted.id } });
    });
    expect(await recheckDomains({ ...tenancy, resolver: overtaken }, 10)).toBe(2);
    expect((await verified.get()).status).toBe('verified');
    await expect(deleted.get()).rejects.toThrow('not_found');
  });
});
