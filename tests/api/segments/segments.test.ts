import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

const FILTER = { and: [{ field: 'attributes.plan', op: 'eq', value: 'pro' }, { not: { field: 'status', op: 'in', value: ['cleaned'] } }] };

describe.each(engines)('segments on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);

  const create = (body: unknown) => tenant.call('POST', '/v1/segments', { body });
  const created = async (name = 'Pro', filter: unknown = FILTER) => (await create({ name, filter })).body;
  const get = (id: string) => tenant.call('GET', `/v1/segments/${id}`);
  const patch = (id: string, body: unknown) => tenant.call('PATCH', `/v1/segments/${id}`, { body });
  const list = async (query = '') => (await tenant.call('GET', `/v1/segments${query}`)).body;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const audience = async () => (await tenant.call('POST', '/v1/audiences', { body: { name: 'An audience' } })).body.id as string;

  describe('POST /v1/segments', () => {
    it('answers 201 with the segment', async () => {
      const { status, body } = await create({ name: '  Pro  ', filter: FILTER });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^seg_[0-9a-z]{26}$/),
        name: 'Pro',
        filter: FILTER,
        created_at: expect.any(Number),
        updated_at: body.created_at,
      });
      expect((await get(body.id)).body).toEqual(body);
    });

    it('keeps the filter as it was submitted', async () => {
      const filter = {
        or: [
          { field: 'email', op: 'in', value: ['Ann@Example.NET', 'x'] },
          { op: 'exists', value: null, field: 'attributes.a \'b" \\ é%' },
        ],
      };
      const { id } = await created('As submitted', filter);
      expect(JSON.stringify((await get(id)).body.filter)).toBe(JSON.stringify(filter));
    });

    it('lets names repeat', async () => {
      expect((await created('Same')).id).not.toBe((await created('Same')).id);
    });

    describe('422', () => {
      it('names what is missing', async () => {
        expect(await create({ filter: FILTER })).toMatchObject({ status: 422, body: { error: 'missing_field', field: 'name' } });
        const missing = { error: 'missing_field', detail: 'filter is required.', field: 'filter' };
        expect(await create({ name: 'x' })).toMatchObject({ status: 422, body: missing });
        expect(await create({ name: 'x', filter: null })).toMatchObject({ status: 422, body: missing });
      });

      it.each([['   '], [5], ['x'.repeat(256)]])('refuses the name %j', async (name) => {
        expect(await create({ name, filter: FILTER })).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'name' } });
      });

      it.each([['all'], [[]], [5], [true]])('refuses a filter that is %j', async (filter) => {
        expect(await create({ name: 'x', filter })).toMatchObject({ status: 422, body: { error: 'invalid_filter', path: '' } });
      });

      it('says where the fault of a filter is, and what it is', async () => {
        const { status, body } = await create({ name: 'x', filter: { and: [{ all: true }, { field: 'email', op: 'gt', value: 'x' }] } });
        expect(status).toBe(422);
        const detail = 'and[1].op: Must be one of eq, neq, contains, not_contains, starts_with, ends_with, in or not_in.';
        expect(body).toEqual({ error: 'invalid_filter', path: 'and[1].op', detail });
      });

      it.each([
        ['eq', 12_345_678_901_234_568],
        ['neq', -12_345_678_901_234_568],
        ['in', [1, 12_345_678_901_234_568]],
        ['lt', 1e300],
      ])('refuses a number that others are rounded to: %s %j', async (op, value) => {
        const { status, body } = await create({ name: 'x', filter: { field: 'attributes.id', op, value } });
        expect({ status, body }).toMatchObject({
          status: 422,
          body: { error: 'invalid_filter', detail: expect.stringContaining('a string') },
        });
      });

      it.each(['created_at', 'updated_at'])(
        'refuses a %s in seconds, and goes on with a segment that was saved with one',
        async (field) => {
          const filter = { and: [{ all: true }, { not: { field, op: 'lt', value: 1_700_000_000 } }] };
          const detail = 'and[1].not.value: These are seconds; in milliseconds since 1970-01-01T00:00:00Z it is 1700000000000.';
          const refused = { status: 422, body: { error: 'invalid_filter', path: 'and[1].not.value', detail } };
          expect(await create({ name: 'x', filter })).toMatchObject(refused);
          expect(await tenant.call('POST', '/v1/segments/preview', { body: { filter } })).toMatchObject(refused);
          const { id } = await created('Old');
          const old = server.app.db.write.updateTable('segments').set({ filter: JSON.stringify(filter) });
          await old.where('id', '=', id).execute();
          expect((await tenant.call('GET', `/v1/segments/${id}/count`)).status).toBe(200);
          expect((await patch(id, { name: 'Older' })).status).toBe(200);
          expect(await patch(id, { filter })).toMatchObject(refused);
          for (const value of [1_700_000_000_000, 0, -5])
            expect(await create({ name: 'x', filter: { field, op: 'gt', value } })).toMatchObject({ status: 201 });
          expect(await create({ name: 'x', filter: { field: 'attributes.at', op: 'gt', value: 1_700_000_000 } })).toMatchObject({
            status: 201,
          });
        },
      );

      it('goes on with a segment that was saved with such a number', async () => {
        const filter = { field: 'attributes.id', op: 'lte', value: 2 ** 53 };
        const { id } = await created('Old', { ...filter, value: 1 });
        await server.app.db.write
          .updateTable('segments')
          .set({ filter: JSON.stringify(filter) })
          .where('id', '=', id)
          .execute();
        await tenant.call('POST', '/v1/contacts', { body: { email: 'a@example.net', attributes: { id: 1 } } });
        expect((await tenant.call('GET', `/v1/segments/${id}/count`)).body.count).toBe(1);
        expect((await patch(id, { name: 'Older' })).status).toBe(200);
        expect((await patch(id, { filter })).body).toMatchObject({ error: 'invalid_filter', path: 'value' });
        expect((await tenant.call('POST', '/v1/segments/preview', { body: { filter } })).body).toMatchObject({ path: 'value' });
      });

      it('takes numbers that are exact, and others as strings', async () => {
        for (const value of [Number.MAX_SAFE_INTEGER, 0.1, 1e-300, '12345678901234567'])
          expect(await create({ name: 'x', filter: { field: 'attributes.id', op: 'eq', value } })).toMatchObject({ status: 201 });
      });

      it('refuses text that no database stores, before it is read as a filter', async () => {
        const filter = { field: 'attributes.k', op: 'eq', value: 'a\0b' };
        expect(await create({ name: 'x', filter })).toMatchObject({
          status: 422,
          body: { error: 'validation_failed', field: 'filter.value' },
        });
      });

      it('refuses an audience that there is not, or that is another tenant’s', async () => {
        const [own, other] = [await audience(), await server.mint()];
        const foreign = (await other.call('POST', '/v1/audiences', { body: { name: 'Theirs' } })).body.id;
        const inAudience = (value: unknown) => ({ or: [{ all: true }, { not: { field: 'audience', op: 'not_member_of', value } }] });
        for (const value of ['aud_unknown', foreign, [own, foreign]])
          expect(await create({ name: 'x', filter: inAudience(value) })).toMatchObject({
            status: 422,
            body: { error: 'invalid_filter', path: 'or[1].not.value', detail: 'or[1].not.value: There is no such audience.' },
          });
        expect((await create({ name: 'x', filter: inAudience([own]) })).status).toBe(201);
      });
    });
  });

  describe('GET /v1/segments', () => {
    it('lists newest first, in pages', async () => {
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c']) {
        ids.unshift((await created(name)).id);
        await advance(1);
      }
      const first = await list('?limit=2');
      expect(first.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
      expect(first.next_cursor).toBe(`${first.data[1].created_at}:${ids[1]}`);
      const second = await list(`?limit=2&cursor=${first.next_cursor}`);
      expect(second).toEqual({ data: [expect.objectContaining({ id: ids[2], name: 'a', filter: FILTER })], next_cursor: null });
    });

    it('loses none of one millisecond', async () => {
      for (let count = 0; count < 5; count += 1) await created();
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: { data: { id: string }[]; next_cursor: string | null } = await list(`?limit=2&cursor=${cursor}`);
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      expect(new Set(seen).size).toBe(5);
      expect(seen).toEqual([...seen].sort().reverse());
    });

    it('refuses a cursor that is none', async () => {
      expect(await tenant.call('GET', '/v1/segments?cursor=5')).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
    });
  });

  describe('PATCH /v1/segments/{id}', () => {
    it('renames and keeps the filter', async () => {
      const segment = await created();
      await advance(1000);
      const { status, body } = await patch(segment.id, { name: ' New ' });
      expect(status).toBe(200);
      expect(body).toEqual({ ...segment, name: 'New', updated_at: segment.updated_at + 1000 });
      expect((await get(segment.id)).body).toEqual(body);
    });

    it('replaces the filter and keeps the name', async () => {
      const segment = await created();
      const { body } = await patch(segment.id, { filter: { all: true }, name: null });
      expect(body).toMatchObject({ name: 'Pro', filter: { all: true } });
      expect((await get(segment.id)).body).toEqual(body);
    });

    it('keeps everything where nothing is given', async () => {
      const segment = await created();
      expect((await patch(segment.id, { name: null, filter: null })).body).toMatchObject({ name: 'Pro', filter: FILTER });
    });

    it('checks the new filter and changes nothing where it is not valid', async () => {
      const segment = await created();
      const refused = await patch(segment.id, { name: 'New', filter: { not: {} } });
      expect(refused).toMatchObject({ status: 422, body: { error: 'invalid_filter', path: 'not' } });
      expect(await patch(segment.id, { filter: { field: 'audience', op: 'member_of', value: 'aud_1' } })).toMatchObject({
        status: 422,
        body: { error: 'invalid_filter', path: 'value' },
      });
      expect((await get(segment.id)).body).toEqual(segment);
    });

    it('answers 404 for a missing one, whatever the body is', async () => {
      expect(await patch('seg_0', { filter: {} })).toMatchObject({ status: 404, body: { error: 'not_found' } });
    });
  });

  describe('DELETE /v1/segments/{id}', () => {
    it('deletes', async () => {
      const { id } = await created();
      expect(await tenant.call('DELETE', `/v1/segments/${id}`)).toMatchObject({ status: 200, body: { deleted: true, id } });
      expect((await get(id)).status).toBe(404);
      expect((await tenant.call('DELETE', `/v1/segments/${id}`)).status).toBe(404);
    });
  });

  it("are not seen by other tenants, whose answer is a missing one's", async () => {
    const { id } = await created();
    const other = await server.mint();
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', ''],
      ['GET', '/preview'],
      ['GET', '/count'],
    ] as const) {
      const foreign = await other.call(method, `/v1/segments/${id}${path}`, { body });
      const missing = await other.call(method, `/v1/segments/seg_00000000000000000000000000${path}`, { body });
      expect(foreign).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect(foreign.body).toEqual(missing.body);
    }
    expect((await other.call('GET', '/v1/segments')).body).toEqual({ data: [], next_cursor: null });
    expect((await get(id)).status).toBe(200);
  });
});
