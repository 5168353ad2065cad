import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { domainCalls, newName, recordsOf } from '../../../tests/support/tenancy/domain-calls.ts';
import { idOf, useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import type { KeyCaller } from '../core/request/caller.ts';
import { findCaller } from '../tenants/index.ts';

const NOT_FOUND = { status: 404, body: { error: 'not_found' } };
const MISSING_ID = 'dom_00000000000000000000000000';

describe.each(engines)('sending domains on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let caller: KeyCaller;
  beforeEach(async () => {
    caller = await tenancy.caller(await tenancy.tenant());
  });

  const { call, create, get, patch, remove, vouch } = domainCalls(() => ({ tenancy, caller }));
  const versionNow = async () => (await findCaller(tenancy.app.db.read, caller.keyHash))?.version;

  describe('POST /v1/domains', () => {
    it('answers the records to publish', async () => {
      const name = newName();
      const created = await create({ name });
      const [dkim] = recordsOf(created);
      const pending = { priority: null, status: 'pending' };
      expect(created).toEqual({
        status: 201,
        body: {
          id: expect.stringMatching(/^dom_[0-9a-z]{26}$/),
          name,
          status: 'pending',
          records: [
            {
              purpose: 'dkim',
              type: 'TXT',
              name: expect.stringMatching(new RegExp(`^ph[a-z]{6}\\._domainkey\\.${name}$`)),
              value: expect.stringMatching(/^v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A[A-Za-z0-9+/]+=*$/),
              ...pending,
            },
            { purpose: 'dmarc', type: 'TXT', name: `_dmarc.${name}`, value: 'v=DMARC1; p=none;', ...pending },
          ],
          default_from_local_part: null,
          open_tracking: false,
          click_tracking: false,
          inbound: false,
          created_at: tenancy.clock.now(),
          verified_at: null,
        },
      });
      expect(dkim?.value.length).toBeGreaterThan(400);
      expect(await get(idOf(created))).toEqual({ status: 200, body: created.body });
    });

    it('asks for a record of tracking and of inbound mail where they are on', async () => {
      const name = newName();
      const created = await create({ name, click_tracking: true, inbound: true, default_from_local_part: 'news' });
      expect(created.body).toMatchObject({ click_tracking: true, open_tracking: false, inbound: true, default_from_local_part: 'news' });
      expect(recordsOf(created).slice(2)).toEqual([
        { purpose: 'tracking', type: 'CNAME', name: `links.${name}`, value: 'mail.posthorn.example', priority: null, status: 'pending' },
        { purpose: 'inbound', type: 'MX', name, value: 'mail.posthorn.example', priority: 10, status: 'pending' },
      ]);
    });

    it('keeps names in lower case and A-labels', async () => {
      const label = randomUUID();
      expect((await create({ name: `${label}.MÜNCHEN.example` })).body.name).toBe(`${label}.xn--mnchen-3ya.example`);
    });

    it.each(['posthorn.test', 'PostHorn.Test', 'co.uk', 'localhost', '192.0.2.1', 'a@example.com', 'example.com.', ''])(
      'refuses the name %j',
      async (name) => {
        expect(await create({ name })).toMatchObject({ status: 422, body: { error: 'invalid_domain' } });
      },
    );

    it('takes a name under the test domain', async () => {
      expect((await create({ name: `${randomUUID()}.posthorn.test` })).status).toBe(201);
    });

    it.each([
      [{}, { error: 'missing_field', field: 'name' }],
      [{ name: null }, { error: 'missing_field', field: 'name' }],
      [{ name: 7 }, { error: 'validation_failed', field: 'name' }],
      [{ name: 'a'.repeat(1001) }, { error: 'validation_failed', field: 'name', max: 1000 }],
      [
        { name: 'a.example', inbound: 'yes' },
        { error: 'validation_failed', field: 'inbound' },
      ],
      [
        { name: 'a.example', default_from_local_part: 'a b' },
        { error: 'validation_failed', field: 'default_from_local_part' },
      ],
    ])('refuses %j', async (body, fault) => {
      expect(await create(body)).toMatchObject({ status: 422, body: fault });
    });

    it("refuses a name that is the tenant's own already, in whatever spelling", async () => {
      const name = newName();
      await create({ name });
      expect(await create({ name: name.toUpperCase() })).toMatchObject({ status: 409, body: { error: 'domain_taken' } });
    });

    it('refuses a name that is verified elsewhere', async () => {
      const name = newName();
      await vouch(name, await tenancy.tenant());
      expect(await create({ name })).toMatchObject({ status: 409, body: { error: 'domain_taken' } });
      expect(await vouch(name)).toMatchObject({ status: 409, body: { error: 'domain_taken' } });
    });

    it('takes a name that is only pending elsewhere, with keys of its own', async () => {
      const name = newName();
      const other = await tenancy.caller(await tenancy.tenant());
      const [mine, theirs] = [await create({ name }), await create({ name }, other)];
      expect([mine.status, theirs.status]).toEqual([201, 201]);
      expect(recordsOf(mine)[0]?.value).not.toBe(recordsOf(theirs)[0]?.value);
    });

    it('lets one of several at once have the name', async () => {
      const name = newName();
      const answers = await Promise.all([1, 2, 3, 4].map(() => create({ name })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      for (const { status, body } of answers) if (status === 409) expect(body.error).toBe('domain_taken');
      expect((await call('list', {})).body.data).toHaveLength(1);
    });
  });

  describe('POST /admin/tenants/{id}/domains', () => {
    it("verifies by the operator's word", async () => {
      const created = await vouch(newName());
      expect(created).toMatchObject({ status: 201, body: { status: 'verified', verified_at: tenancy.clock.now() } });
      expect(await get(idOf(created))).toEqual({ status: 200, body: created.body });
    });

    it('makes a pending domain unless it says so', async () => {
      const params = { id: caller.tenantId };
      const created = await tenancy.operator('tenants.createDomain', { params, body: { name: newName(), open_tracking: true } });
      expect(created).toMatchObject({ status: 201, body: { status: 'pending', open_tracking: true, verified_at: null } });
    });

    it('looks the tenant up before it judges the body', async () => {
      const params = { id: 'ten_00000000000000000000000000' };
      expect(await tenancy.operator('tenants.createDomain', { params, body: { name: 7 } })).toEqual(NOT_FOUND);
    });

    it('refuses as the tenant itself is refused', async () => {
      const params = { id: caller.tenantId };
      const refuse = (body: object) => tenancy.operator('tenants.createDomain', { params, body });
      expect(await refuse({ name: 'localhost', verified: true })).toMatchObject({ status: 422, body: { error: 'invalid_domain' } });
      expect(await refuse({ name: newName(), verified: 'yes' })).toMatchObject({ status: 422, body: { field: 'verified' } });
    });
  });

  it('lists domains in pages, newest first', async () => {
    const created: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      tenancy.clock.moveTo(tenancy.clock.now() + 1);
      created.unshift(idOf(await create({ name: newName() })));
    }
    const first = await call('list', { query: { limit: '2' } });
    const second = await call('list', { query: { cursor: first.body.next_cursor } });
    const ids = [first, second].map(({ body }) => (body.data as { id: string }[]).map(({ id }) => id));
    expect(ids).toEqual([created.slice(0, 2), created.slice(2)]);
    expect(second.body.next_cursor).toBeNull();
    expect(await call('list', { query: { cursor: 'x' } })).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
  });

  it("answers to another tenant's domain as to a missing one, and lets it be", async () => {
    const other = await tenancy.caller(await tenancy.tenant());
    const theirs = await create({ name: newName() }, other);
    const foreign = idOf(theirs);
    for (const operation of ['get', 'update', 'delete', 'verify']) {
      const [toForeign, toMissing] = await Promise.all(
        [foreign, MISSING_ID].map((id) => call(operation, { params: { id }, body: { inbound: true } })),
      );
      expect(toForeign).toEqual(NOT_FOUND);
      expect(JSON.stringify(toForeign)).toBe(JSON.stringify(toMissing));
    }
    expect((await call('list', {})).body.data).toEqual([]);
    expect(await get(foreign, other)).toEqual({ status: 200, body: theirs.body });
  });

  it('is closed to a key that may only send', async () => {
    const sender: KeyCaller = { ...caller, permission: 'sending_access' };
    for (const operation of ['create', 'list', 'get', 'update', 'delete', 'verify']) {
      const answer = await call(operation, { params: { id: MISSING_ID }, body: {} }, sender);
      expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    }
  });

  it('tells every process of a change by the version', async () => {
    const versions = [await versionNow()];
    const id = idOf(await create({ name: newName() }));
    versions.push(await versionNow());
    await patch(id, { open_tracking: true });
    versions.push(await versionNow());
    await remove(id);
    versions.push(await versionNow());
    await vouch(newName());
    versions.push(await versionNow());
    const [first = 0] = versions;
    expect(versions).toEqual([0, 1, 2, 3, 4].map((step) => first + step));
  });
});
