import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { idOf, START, useTenancy } from '../../support/tenancy/tenancy.ts';

const NO_OVERRIDES = {
  daily_quota: null,
  monthly_quota: null,
  rate_limit: null,
  contact_limit: null,
  webhook_limit: null,
  storage_limit: null,
};
const NOT_FOUND = { status: 404, body: { error: 'not_found' } };

describe.each(engines)('/admin/tenants on $name', (engine) => {
  const tenancy = useTenancy(engine);

  const create = (body: object) => tenancy.operator('tenants.create', { body });
  const get = (id: string) => tenancy.operator('tenants.get', { params: { id } });
  const patch = (id: string, body: object) => tenancy.operator('tenants.update', { params: { id }, body });
  const versionOf = async (id: string) => {
    const { read } = tenancy.app.db;
    const meter = await read.selectFrom('tenant_meters').select('version').where('tenant_id', '=', id).executeTakeFirstOrThrow();
    return meter.version;
  };

  describe('POST', () => {
    it('creates a tenant on the free plan with the limits of its plan', async () => {
      const created = await create({ name: '  Acme  ' });
      expect(created).toEqual({
        status: 201,
        body: {
          id: expect.stringMatching(/^ten_[0-9a-z]{26}$/),
          name: 'Acme',
          plan: 'free',
          suspended: false,
          overrides: NO_OVERRIDES,
          credits_balance: 0,
          created_at: START,
        },
      });
      expect(await get(idOf(created))).toEqual({ status: 200, body: created.body });
      expect(await versionOf(idOf(created))).toBe(1);
    });

    it.each([
      { plan: 'payg', names: ['payg', 'starter', 'growth', 'pro', 'basic', 'business'] },
      { plan: 'credits', names: ['credits', 'prepaid', 'scale'] },
      { plan: 'unlimited', names: ['unlimited'] },
    ])('takes present and retired names of $plan', async ({ plan, names }) => {
      const created = await Promise.all(names.map((name) => create({ name: 'A', plan: name })));
      expect(created.map(({ body }) => body.plan)).toEqual(names.map(() => plan));
    });

    it('takes some of the overrides', async () => {
      const { body } = await create({ name: 'A', overrides: { daily_quota: -1, rate_limit: 7, contact_limit: null } });
      expect(body.overrides).toEqual({ ...NO_OVERRIDES, daily_quota: -1, rate_limit: 7 });
    });

    it.each([
      [{}, { error: 'missing_field', field: 'name' }],
      [{ name: '   ' }, { error: 'validation_failed', field: 'name' }],
      [{ name: 'a'.repeat(256) }, { error: 'validation_failed', field: 'name', max: 255 }],
      [
        { name: 'A', plan: 'gold' },
        { error: 'validation_failed', field: 'plan' },
      ],
      [
        { name: 'A', overrides: { rate_limit: -2 } },
        { error: 'validation_failed', field: 'overrides.rate_limit' },
      ],
      [
        { name: 'A', overrides: { rate_limit: 1.5 } },
        { error: 'validation_failed', field: 'overrides.rate_limit' },
      ],
    ])('refuses %j', async (body, fault) => {
      expect(await create(body)).toMatchObject({ status: 422, body: fault });
    });
  });

  describe('GET', () => {
    it('lists tenants in pages, newest first', async () => {
      const created: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        tenancy.clock.moveTo(tenancy.clock.now() + 1);
        created.unshift(await tenancy.tenant());
      }
      const first = await tenancy.operator('tenants.list', { query: { limit: '2' } });
      const second = await tenancy.operator('tenants.list', { query: { limit: '1', cursor: first.body.next_cursor } });
      const ids = [first, second].flatMap(({ body }) => (body.data as { id: string }[]).map(({ id }) => id));
      expect(ids).toEqual(created);
      expect(first.body.next_cursor).toBe(`${tenancy.clock.now() - 1}:${created[1]}`);
    });

    it('refuses a cursor of another making', async () => {
      const answer = await tenancy.operator('tenants.list', { query: { cursor: '12' } });
      expect(answer).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
    });

    it('answers 404 to an unknown id', async () => {
      expect(await get('ten_00000000000000000000000000')).toEqual(NOT_FOUND);
    });
  });

  describe('PATCH', () => {
    it('changes what is given and keeps the rest', async () => {
      const { body } = await create({ name: 'Before', plan: 'payg', overrides: { daily_quota: 10, rate_limit: 20 } });
      const id = String(body.id);
      const patched = await patch(id, { name: 'After', overrides: { daily_quota: null, contact_limit: -1 } });
      expect(patched).toEqual({
        status: 200,
        body: { ...body, name: 'After', overrides: { ...NO_OVERRIDES, rate_limit: 20, contact_limit: -1 } },
      });
      expect(await get(id)).toEqual(patched);
      expect((await patch(id, { plan: 'prepaid', suspended: true })).body).toMatchObject({
        name: 'After',
        plan: 'credits',
        suspended: true,
      });
      expect((await patch(id, { suspended: false })).body.suspended).toBe(false);
    });

    it.each([{ name: 'B' }, { plan: 'payg' }, { suspended: true }, { overrides: { rate_limit: 1 } }])(
      'tells every process of %j by the version',
      async (changes) => {
        const id = await tenancy.tenant();
        await patch(id, changes);
        expect(await versionOf(id)).toBe(2);
      },
    );

    it('loses none of two changes at once', async () => {
      const id = await tenancy.tenant();
      await Promise.all([
        patch(id, { overrides: { daily_quota: 1 } }),
        patch(id, { overrides: { rate_limit: 2 } }),
        patch(id, { overrides: { contact_limit: 3 } }),
      ]);
      expect((await get(id)).body.overrides).toEqual({ ...NO_OVERRIDES, daily_quota: 1, rate_limit: 2, contact_limit: 3 });
    });

    it('looks the tenant up before it judges the body', async () => {
      expect(await patch('ten_00000000000000000000000000', { plan: 'gold' })).toEqual(NOT_FOUND);
    });

    it('refuses what is not valid', async () => {
      const id = await tenancy.tenant();
      expect(await patch(id, { suspended: 'yes' })).toMatchObject({
        status: 422,
        body: { error: 'validation_failed', field: 'suspended' },
      });
      expect(await patch(id, { overrides: [] })).toMatchObject({ status: 422, body: { field: 'overrides' } });
    });
  });

  describe('DELETE', () => {
    it('is gone at once, on every route', async () => {
      const id = await tenancy.tenant();
      const params = { id };
      expect(await tenancy.operator('tenants.delete', { params })).toEqual({ status: 200, body: { deleted: true, id } });
      const name = 'A';
      const calls = [
        get(id),
        patch(id, { name }),
        tenancy.operator('tenants.delete', { params }),
        tenancy.operator('tenants.createApiKey', { params, body: { name, permission: 'full_access' } }),
        tenancy.operator('tenants.listApiKeys', { params }),
        tenancy.operator('tenants.deleteApiKey', { params: { id, key_id: 'key_1' } }),
        tenancy.operator('tenants.createDomain', { params, body: { name: 'gone.example' } }),
      ];
      for (const answer of await Promise.all(calls)) expect(answer).toEqual(NOT_FOUND);
      const listed = await tenancy.operator('tenants.list', { query: { limit: '100' } });
      expect((listed.body.data as { id: string }[]).map((tenant) => tenant.id)).not.toContain(id);
    });

    it('answers 404 to an unknown id', async () => {
      const params = { id: 'ten_00000000000000000000000000' };
      expect(await tenancy.operator('tenants.delete', { params })).toEqual(NOT_FOUND);
    });
  });

  it.each([
    'tenants.create',
    'tenants.list',
    'tenants.get',
    'tenants.update',
    'tenants.delete',
    'tenants.createApiKey',
    'tenants.createDomain',
  ])('%s is not for a key of a tenant', async (operation) => {
    const caller = await tenancy.caller(await tenancy.tenant());
    const answer = await tenancy.call(caller, operation, { params: { id: caller.tenantId }, body: { name: 'A' } });
    expect(answer).toEqual({ status: 401, body: { error: 'unauthorized' } });
  });
});
