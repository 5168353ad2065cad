import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { idOf, useTenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import { sha256 } from '../../core/crypto/hash.ts';
import type { KeyCaller, MemberCaller } from '../../core/request/caller.ts';
import { findCaller } from '../index.ts';

const NOT_FOUND = { status: 404, body: { error: 'not_found' } };
const MISSING_ID = 'key_00000000000000000000000000';

describe.each(engines)('API keys on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let caller: KeyCaller;
  beforeEach(async () => {
    caller = await tenancy.caller(await tenancy.tenant());
  });

  const use = (key: unknown) => findCaller(tenancy.app.db.read, sha256(String(key)));
  const versionNow = async () => (await findCaller(tenancy.app.db.read, caller.keyHash))?.version;

  /** The same verbs by both interfaces: the tenant's own and the operator's. */
  const interfaces = {
    tenant: {
      create: (body: object) => tenancy.call(caller, 'apiKeys.create', { body }),
      list: (query: object = {}) => tenancy.call(caller, 'apiKeys.list', { query }),
      delete: (id: string) => tenancy.call(caller, 'apiKeys.delete', { params: { id } }),
    },
    operator: {
      create: (body: object) => tenancy.operator('tenants.createApiKey', { params: { id: caller.tenantId }, body }),
      list: (query: object = {}) => tenancy.operator('tenants.listApiKeys', { params: { id: caller.tenantId }, query }),
      delete: (id: string) => tenancy.operator('tenants.deleteApiKey', { params: { id: caller.tenantId, key_id: id } }),
    },
  };

  const domain = async (tenantId: string, body: object) =>
    idOf(await tenancy.operator('tenants.createDomain', { params: { id: tenantId }, body }));
  const domainName = () => `${randomUUID()}.example`;

  describe.each(['tenant', 'operator'] as const)('by the %s', (name) => {
    const keys = interfaces[name];

    it('shows a new key once, and it is accepted', async () => {
      const created = await keys.create({ name: ' Backend ', permission: 'full_access' });
      expect(created).toEqual({
        status: 201,
        body: {
          id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
          name: 'Backend',
          permission: 'full_access',
          domain_id: null,
          prefix: String(created.body.key).slice(0, 10),
          created_at: tenancy.clock.now(),
          key: expect.stringMatching(/^ek_[0-9A-Za-z]{43}$/),
        },
      });
      expect(await use(created.body.key)).toEqual({
        kind: 'tenant',
        tenantId: caller.tenantId,
        keyId: created.body.id,
        keyHash: sha256(String(created.body.key)),
        permission: 'full_access',
        domainId: null,
        version: expect.any(Number),
        plan: 'free',
        overrides: {
          daily_quota: null,
          monthly_quota: null,
          rate_limit: null,
          contact_limit: null,
          webhook_limit: null,
          storage_limit: null,
        },
      });
    });

    it('lists keys without the key, newest first', async () => {
      tenancy.clock.moveTo(tenancy.clock.now() + 1);
      const { key: _, ...shown } = (await keys.create({ name: 'B', permission: 'sending_access' })).body;
      const { status, body } = await keys.list();
      expect(status).toBe(200);
      expect(body).toEqual({
        data: [{ ...shown, last_used_at: null }, expect.objectContaining({ id: caller.keyId })],
        next_cursor: null,
      });
      const page = await keys.list({ limit: '1' });
      expect(page.body.next_cursor).toBe(`${shown.created_at}:${shown.id}`);
      const next = await keys.list({ cursor: page.body.next_cursor });
      expect(next.body).toEqual({ data: [expect.objectContaining({ id: caller.keyId })], next_cursor: null });
    });

    it('revokes a key, which is refused from then on', async () => {
      const { body } = await keys.create({ name: 'B', permission: 'full_access' });
      const id = String(body.id);
      expect(await keys.delete(id)).toEqual({ status: 200, body: { deleted: true, id } });
      expect(await use(body.key)).toBeUndefined();
      expect(await keys.delete(id)).toEqual(NOT_FOUND);
      expect((await keys.list()).body.data).toHaveLength(1);
    });

    it("answers to another tenant's key as to a missing one, and lets it be", async () => {
      const other = await tenancy.caller(await tenancy.tenant());
      expect(JSON.stringify(await keys.delete(other.keyId))).toBe(JSON.stringify(await keys.delete(MISSING_ID)));
      expect(await keys.delete(other.keyId)).toEqual(NOT_FOUND);
      expect(await findCaller(tenancy.app.db.read, other.keyHash)).toBeDefined();
      expect(JSON.stringify((await keys.list()).body)).not.toContain(other.keyId);
    });

    it('tells every process of a change by the version', async () => {
      const before = await versionNow();
      const { body } = await keys.create({ name: 'B', permission: 'full_access' });
      expect(await versionNow()).toBe(Number(before) + 1);
      await keys.delete(String(body.id));
      expect(await versionNow()).toBe(Number(before) + 2);
    });

    it('holds a sending key to a verified domain', async () => {
      const domainId = await domain(caller.tenantId, { name: domainName(), verified: true });
      const { status, body } = await keys.create({ name: 'B', permission: 'sending_access', domain_id: domainId });
      expect({ status, domain_id: body.domain_id }).toEqual({ status: 201, domain_id: domainId });
      expect(await use(body.key)).toMatchObject({ permission: 'sending_access', domainId });
    });

    it('takes a null domain_id as none', async () => {
      const created = await keys.create({ name: 'B', permission: 'full_access', domain_id: null });
      expect(created).toMatchObject({ status: 201, body: { domain_id: null } });
    });

    it('refuses a domain on a key of full access', async () => {
      const domainId = await domain(caller.tenantId, { name: domainName(), verified: true });
      const answer = await keys.create({ name: 'B', permission: 'full_access', domain_id: domainId });
      expect(answer).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'domain_id' } });
    });

    it('refuses a domain that is pending, foreign or missing, each in the same words', async () => {
      const other = await tenancy.tenant();
      const pending = await domain(caller.tenantId, { name: domainName() });
      const foreign = await domain(other, { name: domainName(), verified: true });
      const answers = await Promise.all(
        [pending, foreign, 'dom_00000000000000000000000000', ''].map((id) =>
          keys.create({ name: 'B', permission: 'sending_access', domain_id: id }),
        ),
      );
      expect(answers[0]).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'domain_id' } });
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect((await keys.list()).body.data).toHaveLength(1);
    });

    it.each([
      [{ permission: 'full_access' }, { error: 'missing_field', field: 'name' }],
      [{ name: 'B' }, { error: 'missing_field', field: 'permission' }],
      [
        { name: '', permission: 'full_access' },
        { error: 'validation_failed', field: 'name' },
      ],
      [
        { name: 'B', permission: 'read_access' },
        { error: 'validation_failed', field: 'permission' },
      ],
      [
        { name: 'B', permission: 'sending_access', domain_id: 7 },
        { error: 'validation_failed', field: 'domain_id' },
      ],
    ])('refuses %j', async (body, fault) => {
      expect(await keys.create(body)).toMatchObject({ status: 422, body: fault });
    });

    it('refuses a cursor of another making', async () => {
      expect(await keys.list({ cursor: 'next' })).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
    });
  });

  describe('authentication', () => {
    it('keeps a key only as its SHA-256', async () => {
      const { body } = await interfaces.tenant.create({ name: 'B', permission: 'full_access' });
      const row = await tenancy.app.db.read.selectFrom('api_keys').selectAll().where('id', '=', String(body.id)).executeTakeFirstOrThrow();
      expect(row.hash).toBe(sha256(String(body.key)));
      expect(JSON.stringify(row)).not.toContain(String(body.key).slice(10));
    });

    it('refuses the keys of a suspended tenant until it goes on', async () => {
      const params = { id: caller.tenantId };
      await tenancy.operator('tenants.update', { params, body: { suspended: true } });
      expect(await findCaller(tenancy.app.db.read, caller.keyHash)).toBeUndefined();
      await tenancy.operator('tenants.update', { params, body: { suspended: false } });
      expect(await findCaller(tenancy.app.db.read, caller.keyHash)).toMatchObject({ keyId: caller.keyId });
    });

    it('refuses the keys of a deleted tenant at once', async () => {
      await tenancy.operator('tenants.delete', { params: { id: caller.tenantId } });
      expect(await findCaller(tenancy.app.db.read, caller.keyHash)).toBeUndefined();
    });

    it('refuses an unknown key', async () => {
      expect(await use('ek_unknown')).toBeUndefined();
    });

    it('gives a caller no key who may no longer call once the body has come', async () => {
      const body = { name: 'B', permission: 'full_access' };
      const { keyId: _, keyHash: __, ...rest } = caller;
      const person = { userId: 'usr_gone', email: 'gone@example.com', signInId: 'sgn_gone' };
      const removed: MemberCaller = { ...rest, permission: 'full_access', domainId: null, person, role: 'developer' };
      await interfaces.operator.delete(caller.keyId);
      for (const late of [caller, removed])
        expect(await tenancy.call(late, 'apiKeys.create', { body })).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
      expect((await interfaces.operator.list()).body.data).toEqual([]);
    });

    it('lets the last key of full access be revoked', async () => {
      expect((await interfaces.tenant.delete(caller.keyId)).status).toBe(200);
      expect(await findCaller(tenancy.app.db.read, caller.keyHash)).toBeUndefined();
    });
  });

  it('lets a sending key neither make, list nor revoke keys', async () => {
    const sender: KeyCaller = { ...caller, permission: 'sending_access' };
    for (const operation of ['apiKeys.create', 'apiKeys.list', 'apiKeys.delete']) {
      const answer = await tenancy.call(sender, operation, { params: { id: caller.keyId }, body: {} });
      expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    }
  });
});
