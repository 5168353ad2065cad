import type { Domain } from '@posthorn/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { meanwhile } from '../../../tests/support/fakes/meanwhile.ts';
import { addDomain, type OwnedDomain, statuses } from '../../../tests/support/tenancy/sending-domain.ts';
import { DAY, idOf, useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import { findSenderDomains } from './index.ts';
import { verifyDomain } from './verify-domain.ts';

const TAKEN = { status: 409, body: { error: 'domain_taken' } };

describe.each(engines)('POST /v1/domains/{id}/verify on $name', (engine) => {
  const tenancy = useTenancy(engine);
  beforeEach(() => {
    tenancy.dns.mode = 'answer';
    tenancy.dns.clear();
  });

  /** Verifies and returns the domain, its records as statuses. */
  const verify = async (domain: OwnedDomain) => {
    const { status, body } = await domain.verify();
    expect(status).toBe(200);
    return { ...body, records: statuses(body as unknown as Domain) } as Record<string, unknown>;
  };

  it('verifies at once when all records are right', async () => {
    const domain = await addDomain(tenancy, { settings: { open_tracking: true, inbound: true } });
    domain.publish();
    expect(await verify(domain)).toMatchObject({
      status: 'verified',
      verified_at: tenancy.clock.now(),
      records: {
        dkim: 'verified',
        dmarc: 'verified',
        tracking: 'verified',
        inbound: 'verified',
      },
    });
    expect(await domain.get()).toMatchObject({ status: 'verified' });
    expect(await findSenderDomains(tenancy.app.db.read, domain.caller.tenantId)).toMatchObject([{ id: domain.id }]);
  });

  it('requires DKIM alone where no inbound mail is taken', async () => {
    const domain = await addDomain(tenancy);
    domain.publish('dkim');
    expect(await verify(domain)).toMatchObject({
      status: 'verified',
      records: { dkim: 'verified', dmarc: 'failed' },
    });
  });

  it('leaves a domain pending whose records are absent, and says so', async () => {
    const domain = await addDomain(tenancy);
    expect(await verify(domain)).toMatchObject({
      status: 'pending',
      verified_at: null,
      records: { dkim: 'failed', dmarc: 'failed' },
    });
  });

  it('takes a name without records of the type as absent', async () => {
    const domain = await addDomain(tenancy);
    tenancy.dns.add({ type: 'MX', name: domain.record('dkim').name, value: 'mail.other.example' });
    expect(await verify(domain)).toMatchObject({ status: 'pending', records: { dkim: 'failed' } });
  });

  it('leaves a domain pending that has the key of another', async () => {
    const [domain, other] = [await addDomain(tenancy), await addDomain(tenancy)];
    tenancy.dns.add({ ...domain.record('dkim'), value: other.record('dkim').value });
    expect(await verify(domain)).toMatchObject({ status: 'pending', records: { dkim: 'failed' } });
  });

  it('says what DNS has beside what it should have, and only then', async () => {
    const domain = await addDomain(tenancy, { settings: { inbound: true } });
    const dkim = domain.record('dkim');
    tenancy.dns.add({ ...dkim, value: 'v=DKIM1; p=' }, { ...domain.record('inbound'), value: 'mail.other.example' });
    const foundOf = (shown: Record<string, unknown>) =>
      (shown as unknown as Domain).records.map(({ purpose, value, found }) => [purpose, value === '' ? '' : 'expected', found]);
    const { body } = await domain.verify();
    expect(foundOf(body)).toEqual([
      ['dkim', 'expected', ['v=DKIM1; p=']],
      ['dmarc', 'expected', []],
      ['inbound', 'expected', ['mail.other.example']],
    ]);
    expect(foundOf(await domain.get()).map(([, , found]) => found)).toEqual([undefined, undefined, undefined]);
    tenancy.dns.add({ ...domain.record('dmarc'), value: 'x'.repeat(3000) });
    const long = ((await domain.verify()).body as unknown as Domain).records.find(({ purpose }) => purpose === 'dmarc');
    expect(long?.found).toEqual(['x'.repeat(1000)]);
    tenancy.dns.mode = 'servfail';
    expect(foundOf((await domain.verify()).body).map(([, , found]) => found)).toEqual([null, null, null]);
  });

  it('sees a change of DNS on the next call', async () => {
    const domain = await addDomain(tenancy);
    expect((await verify(domain)).status).toBe('pending');
    domain.publish();
    expect((await verify(domain)).status).toBe('verified');
  });

  it('follows an alias to the key, folded as it may be', async () => {
    const domain = await addDomain(tenancy);
    const { name, value } = domain.record('dkim');
    const folded = value.replace(/p=(.{40})(.{40})/, 'p= $1 $2\t');
    tenancy.dns.add({ type: 'CNAME', name, value: 'key.dns.example' }, { type: 'TXT', name: 'key.dns.example', value: folded });
    expect((await verify(domain)).status).toBe('verified');
  });

  it.each(['servfail', 'refused', 'silent'] as const)('decides nothing while DNS is %s', async (mode) => {
    const domain = await addDomain(tenancy);
    domain.publish();
    tenancy.dns.mode = mode;
    const before = tenancy.dns.queries;
    expect(await verify(domain)).toMatchObject({ status: 'pending', records: { dkim: 'pending', dmarc: 'pending' } });
    expect(tenancy.dns.queries).toBeGreaterThan(before);
    tenancy.dns.mode = 'answer';
    const verified = await verify(domain);
    tenancy.dns.mode = mode;
    expect(await verify(domain)).toEqual(verified);
  });

  it('leaves a verified domain verified, whatever is found and however often', async () => {
    const domain = await addDomain(tenancy);
    domain.publish();
    const { verified_at } = await verify(domain);
    domain.withdraw();
    for (let call = 0; call < 5; call += 1) {
      expect(await verify(domain)).toMatchObject({ status: 'verified', verified_at, records: { dkim: 'failed' } });
    }
  });

  it('looks nothing up for a domain that the operator vouched for', async () => {
    const caller = await tenancy.caller(await tenancy.tenant());
    const body = { name: 'trusted.example', verified: true };
    const id = idOf(await tenancy.operator('tenants.createDomain', { params: { id: caller.tenantId }, body }));
    const before = tenancy.dns.queries;
    expect(await tenancy.call(caller, 'domains.verify', { params: { id } })).toMatchObject({ status: 200, body: { status: 'verified' } });
    expect(tenancy.dns.queries).toBe(before);
  });

  it('forgets what was found of a record that is turned off', async () => {
    const domain = await addDomain(tenancy, { settings: { inbound: true } });
    domain.publish();
    await verify(domain);
    const patch = (body: object) => tenancy.call(domain.caller, 'domains.update', { params: { id: domain.id }, body });
    await patch({ inbound: false });
    await patch({ inbound: true, click_tracking: true });
    expect(statuses(await domain.get())).toMatchObject({ dkim: 'verified', inbound: 'pending', tracking: 'pending' });
  });

  it('tells every process by the version', async () => {
    const domain = await addDomain(tenancy);
    domain.publish();
    const before = await domain.version();
    await verify(domain);
    expect(await domain.version()).toBe(before + 1);
  });

  describe('a name of two tenants', () => {
    const contest = async (): Promise<[OwnedDomain, OwnedDomain]> => {
      const first = await addDomain(tenancy);
      const second = await addDomain(tenancy, { name: first.name });
      first.publish();
      second.publish('dkim');
      return [first, second];
    };

    it('is refused to the second', async () => {
      const [first, second] = await contest();
      await verify(first);
      expect(await second.verify()).toMatchObject(TAKEN);
      expect((await second.get()).status).toBe('pending');
    });

    it('goes to one of them when both verify at once', async () => {
      const [first, second] = await contest();
      const answers = await Promise.all([first.verify(), second.verify()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)).toMatchObject(TAKEN);
      const after = await Promise.all([first.get(), second.get()]);
      expect(after.map(({ status }) => status).sort()).toEqual(['pending', 'verified']);
    });

    it('is refused by the index when it was verified while DNS was asked', async () => {
      const [first, second] = await contest();
      const { resolver, app } = tenancy;
      const overtaken = meanwhile(resolver, () => verify(first));

      const answer = await verifyDomain({ app, resolver: overtaken }, { tenantId: second.caller.tenantId, id: second.id });
      expect(answer).toMatchObject({ code: 'domain_taken' });
      expect((await second.get()).status).toBe('pending');
    });

    it('is free again once the first is deleted', async () => {
      const [first, second] = await contest();
      await verify(first);
      await tenancy.call(first.caller, 'domains.delete', { params: { id: first.id } });
      expect((await verify(second)).status).toBe('verified');
    });
  });

  it('finds nothing to write to when the domain was deleted while DNS was asked', async () => {
    const domain = await addDomain(tenancy);
    const { resolver, app } = tenancy;
    const ref = { tenantId: domain.caller.tenantId, id: domain.id };

    const deleting = meanwhile(resolver, () => tenancy.call(domain.caller, 'domains.delete', { params: { id: domain.id } }));
    expect(await verifyDomain({ app, resolver: deleting }, ref)).toMatchObject({ code: 'not_found' });
  });

  it('keeps a change of settings that was made while DNS was asked', async () => {
    const domain = await addDomain(tenancy);
    domain.publish();
    const { resolver, app } = tenancy;
    const change = { params: { id: domain.id }, body: { inbound: true } };

    const patching = meanwhile(resolver, () => tenancy.call(domain.caller, 'domains.update', change));
    await verifyDomain({ app, resolver: patching }, { tenantId: domain.caller.tenantId, id: domain.id });
    expect(await domain.get()).toMatchObject({ status: 'verified', inbound: true });
  });

  it('verifies a domain again that had failed', async () => {
    const domain = await addDomain(tenancy);
    const { write } = tenancy.app.db;
    await write.updateTable('domains').set({ status: 'failed', failed_checks: 3, verified_at: 1 }).where('id', '=', domain.id).execute();
    expect((await verify(domain)).status).toBe('failed');
    domain.publish();
    tenancy.clock.moveTo(tenancy.clock.now() + DAY);
    expect(await verify(domain)).toMatchObject({ status: 'verified', verified_at: tenancy.clock.now() });
  });
});
