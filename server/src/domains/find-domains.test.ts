import { createPublicKey } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { domainCalls, newName, recordsOf } from '../../../tests/support/tenancy/domain-calls.ts';
import { idOf, useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import type { TenantCaller } from '../core/request/caller.ts';
import { findSenderDomains, findSigningDomains } from './index.ts';

const MISSING_ID = 'dom_00000000000000000000000000';

describe.each(engines)('what other features ask of domains on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let caller: TenantCaller;
  beforeEach(async () => {
    caller = await tenancy.caller(await tenancy.tenant());
  });

  const { create, get, patch, vouch } = domainCalls(() => ({ tenancy, caller }));

  it('finds the verified domains of a tenant to send from', async () => {
    await create({ name: newName() });
    await vouch(newName(), await tenancy.tenant());
    const name = newName();
    const id = idOf(await vouch(name));
    await patch(id, { click_tracking: true });
    expect(await findSenderDomains(tenancy.app.db.read, caller.tenantId)).toEqual([
      { id, name, status: 'verified', openTracking: false, clickTracking: true },
    ]);
  });

  it('finds domains to sign by, whichever tenants they are of', async () => {
    const name = newName();
    const otherTenant = await tenancy.tenant();
    const [mine, theirs] = [await create({ name: newName() }), await vouch(name, otherTenant)];
    const found = await findSigningDomains(tenancy.app, [idOf(mine), idOf(theirs), MISSING_ID]);
    const [dkim] = recordsOf(theirs);
    expect(found.map(({ id }) => id).sort()).toEqual([idOf(mine), idOf(theirs)].sort());
    expect(found.find(({ id }) => id === idOf(mine))).toMatchObject({ tenantId: caller.tenantId, verified: false });
    const signing = found.find(({ id }) => id === idOf(theirs));
    expect(signing).toMatchObject({ tenantId: otherTenant, name, verified: true, returnPathDomain: null });
    if (signing?.privateKey === undefined) throw new Error('no key to sign with');
    expect(dkim?.name).toBe(`${signing.selector}._domainkey.${name}`);
    const key = createPublicKey(signing.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(dkim?.value).toBe(`v=DKIM1; k=rsa; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`);
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(await findSigningDomains(tenancy.app, [])).toEqual([]);
  });

  it('never has a private key in the database in the clear', async () => {
    const id = idOf(await create({ name: newName() }));
    const [signing] = await findSigningDomains(tenancy.app, [id]);
    const pem = String(signing?.privateKey?.export({ type: 'pkcs8', format: 'pem' }));
    const lines = pem.split('\n').filter((line) => line.length === 64);
    expect(lines.length).toBeGreaterThan(20);
    const { read } = tenancy.app.db;
    const stored = JSON.stringify(await read.selectFrom('domains').selectAll().execute());
    expect(stored).toContain(id);
    for (const line of ['PRIVATE KEY', ...lines]) expect(stored).not.toContain(line);
    expect(JSON.stringify((await get(id)).body)).not.toContain('private');
  });
});
