import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { domainCalls, newName, recordsOf } from '../../../tests/support/tenancy/domain-calls.ts';
import { idOf, useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import type { TenantCaller } from '../core/request/caller.ts';
import { createDomains, findSenderDomains, findSigningDomains } from './index.ts';

const NOT_FOUND = { status: 404, body: { error: 'not_found' } };
const MISSING_ID = 'dom_00000000000000000000000000';

describe.each(engines)('changes of sending domains on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let caller: TenantCaller;
  beforeEach(async () => {
    caller = await tenancy.caller(await tenancy.tenant());
  });

  const { create, get, patch, remove, vouch } = domainCalls(() => ({ tenancy, caller }));

  describe('PATCH /v1/domains/{id}', () => {
    it('changes what is given and keeps the rest', async () => {
      const created = await create({ name: newName(), open_tracking: true, default_from_local_part: 'hello' });
      const id = idOf(created);
      const patched = await patch(id, { inbound: true });
      expect(patched).toMatchObject({ status: 200, body: { open_tracking: true, inbound: true, default_from_local_part: 'hello' } });
      expect(recordsOf(patched).map(({ purpose }) => purpose)).toEqual(['dkim', 'dmarc', 'tracking', 'inbound']);
      expect(await get(id)).toEqual(patched);
    });

    it('clears the local part by a null and ignores the name', async () => {
      const created = await create({ name: newName(), default_from_local_part: 'hello' });
      const patched = await patch(idOf(created), { default_from_local_part: null, name: 'other.example' });
      expect(patched).toEqual({ status: 200, body: { ...created.body, default_from_local_part: null } });
    });

    it('looks the domain up before it judges the body', async () => {
      expect(await patch(MISSING_ID, { inbound: 'yes' })).toEqual(NOT_FOUND);
      const id = idOf(await create({ name: newName() }));
      expect(await patch(id, { inbound: 'yes' })).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'inbound' } });
    });
  });

  describe('DELETE /v1/domains/{id}', () => {
    it('removes the domain and frees its name', async () => {
      const name = newName();
      const id = idOf(await vouch(name));
      expect(await remove(id)).toEqual({ status: 200, body: { deleted: true, id } });
      expect(await get(id)).toEqual(NOT_FOUND);
      expect(await remove(id)).toEqual(NOT_FOUND);
      expect(await findSigningDomains(tenancy.app, [id])).toEqual([]);
      expect((await vouch(name, await tenancy.tenant())).status).toBe(201);
    });

    it('leaves keys that are held to it, which can send from nothing', async () => {
      const id = idOf(await vouch(newName()));
      const body = { name: 'B', permission: 'sending_access', domain_id: id };
      const key = await tenancy.call(caller, 'apiKeys.create', { body });
      await remove(id);
      const keys = await tenancy.call(caller, 'apiKeys.list');
      expect(keys.body.data).toContainEqual(expect.objectContaining({ id: key.body.id, domain_id: id }));
      expect(await findSenderDomains(tenancy.app.db.read, caller.tenantId)).toEqual([]);
    });
  });

  describe('DELETE /admin/tenants/{id}', () => {
    it('frees the names of a tenant at once, before its other rows are removed', async () => {
      createDomains(tenancy.app);
      await tenancy.purge.stop();
      const name = newName();
      idOf(await vouch(name));
      const another = await tenancy.tenant();
      expect(await vouch(name, another)).toMatchObject({ status: 409, body: { error: 'domain_taken' } });
      expect(await tenancy.operator('tenants.delete', { params: { id: caller.tenantId } })).toMatchObject({ status: 200 });
      expect(await vouch(name, another)).toMatchObject({ status: 201, body: { name, status: 'verified' } });
    });
  });
});
