import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { meanwhile } from '../../../tests/support/fakes/meanwhile.ts';
import { addDomain, type OwnedDomain, statuses } from '../../../tests/support/tenancy/sending-domain.ts';
import { DAY, useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import { insertMany } from '../db/dialect.ts';
import { findSigningDomains } from './index.ts';
import { recheckDomains } from './recheck-domains.ts';

const HOUR = 3_600_000;

describe.each(engines)('the daily check of domains on $name', (engine) => {
  const tenancy = useTenancy(engine);
  beforeEach(async () => {
    tenancy.dns.mode = 'answer';
    tenancy.dns.clear();
    await tenancy.app.db.write.deleteFrom('domains').execute();
  });

  const recheck = (limit = 1000) => recheckDomains(tenancy, limit);
  const later = (ms: number) => tenancy.clock.moveTo(tenancy.clock.now() + ms);
  const nextDay = async () => {
    later(DAY);
    return recheck();
  };
  const addVerified = async (): Promise<OwnedDomain> => {
    const domain = await addDomain(tenancy);
    domain.publish();
    expect((await domain.verify()).body.status).toBe('verified');
    return domain;
  };
  const statusOf = async (domain: OwnedDomain) => (await domain.get()).status;

  it('looks a verified domain up once a day', async () => {
    const domain = await addVerified();
    expect(await recheck()).toBe(0);
    later(DAY - 1);
    expect(await recheck()).toBe(0);
    later(1);
    const before = tenancy.dns.queries;
    expect(await recheck()).toBe(1);
    expect(tenancy.dns.queries).toBe(before + 2);
    expect(await recheck()).toBe(0);
    expect(await statusOf(domain)).toBe('verified');
  });

  it.each(['absent', 'wrong'] as const)('fails a domain whose key is %s on three days running', async (kind) => {
    const domain = await addVerified();
    domain.withdraw();
    if (kind === 'wrong') tenancy.dns.add({ ...domain.record('dkim'), value: 'v=DKIM1; k=rsa; p=AAAA' });
    const version = await domain.version();
    expect(await nextDay()).toBe(1);
    expect(await statusOf(domain)).toBe('verified');
    expect(statuses(await domain.get())).toMatchObject({ dkim: 'failed' });
    expect(await nextDay()).toBe(1);
    expect(await statusOf(domain)).toBe('verified');
    expect(await domain.version()).toBe(version);
    expect(await nextDay()).toBe(1);
    expect(await statusOf(domain)).toBe('failed');
    expect(await domain.version()).toBe(version + 1);
    expect(await findSigningDomains(tenancy.app, [domain.id])).toMatchObject([{ verified: false }]);
    expect(await nextDay()).toBe(0);
  });

  it('counts a day once, however often it is looked at', async () => {
    const domain = await addVerified();
    domain.withdraw();
    later(DAY);
    for (let look = 0; look < 5; look += 1) {
      await recheck();
      await domain.verify();
      later(HOUR);
    }
    expect(await statusOf(domain)).toBe('verified');
    later(DAY - 5 * HOUR);
    await domain.verify();
    await recheck();
    expect(await statusOf(domain)).toBe('verified');
    await nextDay();
    expect(await statusOf(domain)).toBe('failed');
  });

  it('begins anew after a day on which the records were right', async () => {
    const domain = await addVerified();
    domain.withdraw();
    await nextDay();
    await nextDay();
    domain.publish();
    await nextDay();
    domain.withdraw();
    await nextDay();
    await nextDay();
    expect(await statusOf(domain)).toBe('verified');
    await nextDay();
    expect(await statusOf(domain)).toBe('failed');
  });

  it.each(['servfail', 'refused', 'silent'] as const)('changes nothing while DNS is %s, for however long', async (mode) => {
    const domain = await addVerified();
    const before = await domain.get();
    tenancy.dns.mode = mode;
    for (let day = 0; day < 4; day += 1) expect(await nextDay()).toBe(1);
    expect(await domain.get()).toEqual(before);
  });

  it('looks again within the hour when DNS did not answer', async () => {
    const domain = await addVerified();
    tenancy.dns.mode = 'servfail';
    expect(await nextDay()).toBe(1);
    expect(await recheck()).toBe(0);
    tenancy.dns.mode = 'answer';
    later(HOUR);
    expect(await recheck()).toBe(1);
    later(DAY - HOUR);
    expect(await recheck()).toBe(0);
    expect(await statusOf(domain)).toBe('verified');
  });

  it('gives a domain the time of its verification that a process of the release before left out', async () => {
    const domain = await addVerified();
    await tenancy.app.db.write.updateTable('domains').set({ verified_at: null }).where('id', '=', domain.id).execute();
    expect(await nextDay()).toBe(1);
    expect(await domain.get()).toMatchObject({ status: 'verified', verified_at: tenancy.clock.now() });
  });

  it('leaves trusted domains alone', async () => {
    const params = { id: await tenancy.tenant() };
    const trusted = await tenancy.operator('tenants.createDomain', { params, body: { name: 'trusted.example', verified: true } });
    const before = tenancy.dns.queries;
    for (let day = 0; day < 4; day += 1) expect(await nextDay()).toBe(0);
    expect(tenancy.dns.queries).toBe(before);
    expect(trusted.body.status).toBe('verified');
  });

  it('handles no more than it is asked to, the longest overdue first', async () => {
    const [first, second, third] = [await addVerified(), await addVerified(), await addVerified()];
    for (const domain of [third, first, second]) {
      later(1);
      await domain.verify();
    }
    for (const domain of [first, second, third]) domain.withdraw();
    later(DAY);
    expect(await recheck(2)).toBe(2);
    const dkim = await Promise.all([first, second, third].map(async (domain) => statuses(await domain.get()).dkim));
    expect(dkim).toEqual(['failed', 'verified', 'failed']);
    expect(await recheck(2)).toBe(1);
  });

  it('counts once when two processes check at the same time', async () => {
    const domain = await addVerified();
    domain.withdraw();
    for (let day = 0; day < 2; day += 1) {
      later(DAY);
      await Promise.all([recheck(), recheck(), recheck()]);
    }
    expect(await statusOf(domain)).toBe('verified');
  });

  it('does not overrule a verification made while it asked DNS', async () => {
    const domain = await addVerified();
    domain.withdraw();
    await nextDay();
    await nextDay();
    later(DAY);
    const overtaken = meanwhile(tenancy.resolver, async () => {
      domain.publish();
      expect((await domain.verify()).body.status).toBe('verified');
    });
    expect(await recheckDomains({ ...tenancy, resolver: overtaken }, 10)).toBe(1);
    expect(await statusOf(domain)).toBe('verified');
    expect(statuses(await domain.get())).toMatchObject({ dkim: 'verified' });
  });

  it('brings nothing back that was deleted while it asked DNS', async () => {
    const domain = await addVerified();
    later(DAY);
    const deleting = meanwhile(tenancy.resolver, () => tenancy.call(domain.caller, 'domains.delete', { params: { id: domain.id } }));
    expect(await recheckDomains({ ...tenancy, resolver: deleting }, 10)).toBe(1);
    expect(await findSigningDomains(tenancy.app, [domain.id])).toEqual([]);
  });

  it('asks DNS about a few domains at once', async () => {
    const { write } = tenancy.app.db;
    const model = await addVerified();
    const row = await write.selectFrom('domains').selectAll().where('id', '=', model.id).executeTakeFirstOrThrow();
    const copies = Array.from({ length: 150 }, (_, index) => ({ ...row, id: `${row.id}_${index}`, name: `${index}.example` }));
    await tenancy.app.db.transact((trx) => insertMany(trx, 'domains', copies));
    let asking = 0;
    let most = 0;
    const resolveTxt = async (name: string) => {
      if (!name.includes('._domainkey.')) return [];
      asking += 1;
      most = Math.max(most, asking);
      await new Promise((resolve) => setImmediate(resolve));
      asking -= 1;
      return [];
    };
    const counting = { resolveTxt, resolveMx: async () => [], resolveCname: async () => [] };
    later(DAY);
    expect(await recheckDomains({ ...tenancy, resolver: counting }, 1000)).toBe(151);
    expect(most).toBe(50);
  });
});
