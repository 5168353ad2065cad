import type { DomainRecord } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { addDomain } from '../../../tests/support/tenancy/sending-domain.ts';
import { idOf, startTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import { findSigningDomains } from './index.ts';

describe.each(engines)('the return path of a domain, where inbound mail is taken, on $name', (engine) => {
  it('is required for the domain to be verified', async () => {
    const tenancy = await startTenancy(engine, { INBOUND_SMTP_PORT: '2525' });
    const domain = await addDomain(tenancy);
    domain.publish('dkim');
    expect((await domain.verify()).body.status).toBe('pending');
    expect(domain.record('spf')).toMatchObject({ type: 'TXT', name: `bounces.${domain.name}`, value: 'v=spf1 mx ~all' });
    tenancy.dns.add({ ...domain.record('return_path'), value: 'elsewhere.example' });
    expect((await domain.verify()).body.status).toBe('pending');
    domain.publish('return_path');
    expect((await domain.verify()).body.status).toBe('verified');
    const [signing] = await findSigningDomains(tenancy.app, [domain.id]);
    expect(signing?.returnPathDomain).toBe(`bounces.${domain.name}`);
    await tenancy.close();
  });

  it('may lead to SMTP_HOSTNAME, the name that the service had before it got another BASE_URL, like its inbound mail', async () => {
    const hosts = { BASE_URL: 'https://new.posthorn.example', SMTP_HOSTNAME: 'old.posthorn.example' };
    const tenancy = await startTenancy(engine, { INBOUND_SMTP_PORT: '2525', ...hosts });
    const domain = await addDomain(tenancy, { settings: { inbound: true } });
    domain.publish('dkim');
    expect(domain.record('inbound').value).toBe('new.posthorn.example');
    tenancy.dns.add({ ...domain.record('inbound'), value: 'old.posthorn.example' });
    expect(domain.record('return_path').value).toBe('new.posthorn.example');
    tenancy.dns.add({ ...domain.record('return_path'), value: 'old.posthorn.example' });
    expect((await domain.verify()).body.status).toBe('verified');
    const { records } = await domain.get();
    expect(records.find(({ purpose }) => purpose === 'inbound')).toMatchObject({ status: 'verified' });
    await tenancy.close();
  });

  it('has no record of its own where the operator has one, which it uses', async () => {
    const tenancy = await startTenancy(engine, { RETURN_PATH_DOMAIN: 'bounces.posthorn.example', INBOUND_SMTP_PORT: '2525' });
    const params = { id: await tenancy.tenant() };
    const created = await tenancy.operator('tenants.createDomain', { params, body: { name: 'a.example' } });
    expect((created.body.records as DomainRecord[]).map(({ purpose }) => purpose)).toEqual(['dkim', 'dmarc']);
    const [signing] = await findSigningDomains(tenancy.app, [idOf(created)]);
    expect(signing?.returnPathDomain).toBe('bounces.posthorn.example');
    await tenancy.close();
  });
});
