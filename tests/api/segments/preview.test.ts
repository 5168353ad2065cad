import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

const DAY = 86_400_000;
const PRO = { field: 'attributes.plan', op: 'eq', value: 'pro' };

describe.each(engines)('contacts of a filter on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);

  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const post = async (path: string, body: unknown) => (await tenant.call('POST', path, { body })).body;
  const save = async (filter: unknown): Promise<string> => (await post('/v1/segments', { name: 'A segment', filter })).id;
  const preview = (body: unknown) => tenant.call('POST', '/v1/segments/preview', { body });
  const previewSaved = (id: string, query = '') => tenant.call('GET', `/v1/segments/${id}/preview${query}`);
  const count = (id: string) => tenant.call('GET', `/v1/segments/${id}/count`);
  const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

  /** Contacts a millisecond apart, oldest first. */
  async function contacts(number: number, attributes: object = { plan: 'pro' }): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < number; index += 1) {
      await advance(1);
      ids.push((await post('/v1/contacts', { email: `c${index}@${tenant.domain.name}`, attributes })).id);
    }
    return ids;
  }

  describe('POST /v1/segments/preview', () => {
    it('counts all matches and shows the newest, as contacts', async () => {
      const ids = await contacts(3);
      await post('/v1/contacts', { email: 'free@example.com', attributes: { plan: 'free' } });
      const { status, body } = await preview({ filter: PRO, limit: 2 });
      expect(status).toBe(200);
      const newest = (await tenant.call('GET', `/v1/contacts/${ids[2]}`)).body;
      expect(body).toEqual({ count: 3, data: [newest, expect.objectContaining({ id: ids[1] })] });
    });

    it('shows 25 unless told otherwise, and takes any limit as lists do', async () => {
      await contacts(27);
      expect(idsOf(await preview({ filter: PRO }))).toHaveLength(25);
      expect(idsOf(await preview({ filter: PRO, limit: 'x' }))).toHaveLength(25);
      expect(idsOf(await preview({ filter: PRO, limit: 0 }))).toHaveLength(1);
      expect(idsOf(await preview({ filter: PRO, limit: 1000 }))).toHaveLength(27);
    });

    it.each([
      ['eq', 'Zoe@BÜCHER.example'],
      ['ends_with', '@bücher.example'],
      ['in', ['zoe@bücher.example']],
      ['contains', 'E@bücher.example'],
      ['ends_with', '@xn--bcher-kva.example'],
    ])('reads an internationalised domain as addresses are read: %s %s', async (op, value) => {
      const { id } = await post('/v1/contacts', { email: 'zoe@bücher.example' });
      await post('/v1/contacts', { email: 'zoe@other.example' });
      expect(idsOf(await preview({ filter: { field: 'email', op, value } }))).toEqual([id]);
    });

    it('saves nothing', async () => {
      await preview({ filter: { all: true } });
      expect((await tenant.call('GET', '/v1/segments')).body.data).toEqual([]);
    });

    it("never looks at other tenants' contacts", async () => {
      await contacts(1);
      const other = await server.mint();
      expect((await other.call('POST', '/v1/segments/preview', { body: { filter: { all: true } } })).body).toEqual({ count: 0, data: [] });
    });

    it('refuses what saving refuses', async () => {
      expect(await preview({})).toMatchObject({ status: 422, body: { error: 'missing_field', field: 'filter' } });
      expect(await preview({ filter: { and: [] } })).toMatchObject({ status: 422, body: { error: 'invalid_filter', path: 'and' } });
      expect(await preview({ filter: { field: 'audience', op: 'member_of', value: 'aud_1' } })).toMatchObject({
        status: 422,
        body: { error: 'invalid_filter', path: 'value' },
      });
    });
  });

  describe('GET /v1/segments/{id}/preview', () => {
    it('lists matches oldest first, in pages', async () => {
      const ids = await contacts(5);
      const segment = await save(PRO);
      const first = await previewSaved(segment, '?limit=2');
      expect(first.status).toBe(200);
      expect(first.body.data[0]).toEqual((await tenant.call('GET', `/v1/contacts/${ids[0]}`)).body);
      expect(idsOf(first)).toEqual(ids.slice(0, 2));
      const second = await previewSaved(segment, `?limit=2&cursor=${first.body.next_cursor}`);
      expect(idsOf(second)).toEqual(ids.slice(2, 4));
      const third = await previewSaved(segment, `?limit=2&cursor=${second.body.next_cursor}`);
      expect(idsOf(third)).toEqual(ids.slice(4));
      expect(third.body.next_cursor).toBeNull();
    });

    it('shows who matches now', async () => {
      const [first = '', second] = await contacts(2);
      const segment = await save(PRO);
      await tenant.call('PATCH', `/v1/contacts/${first}`, { body: { attributes: { plan: 'free' } } });
      expect(idsOf(await previewSaved(segment))).toEqual([second]);
    });

    it('refuses a cursor that is none', async () => {
      expect(await previewSaved(await save(PRO), '?cursor=x')).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
    });
  });

  describe('GET /v1/segments/{id}/count', () => {
    it('counts who matches now', async () => {
      const segment = await save(PRO);
      expect((await count(segment)).body).toEqual({ segment_id: segment, count: 0 });
      await contacts(3);
      expect((await count(segment)).body).toEqual({ segment_id: segment, count: 3 });
    });

    it('counts days back from now', async () => {
      const segment = await save({ field: 'created_at', op: 'within_days', value: 7 });
      await contacts(2);
      await advance(7 * DAY);
      expect((await count(segment)).body.count).toBe(1);
      await advance(1);
      expect((await count(segment)).body.count).toBe(0);
    });
  });

  describe('a filter by audience', () => {
    it('follows its members', async () => {
      const [first, second, third] = await contacts(3);
      const [one, two] = [(await post('/v1/audiences', { name: 'One' })).id, (await post('/v1/audiences', { name: 'Two' })).id];
      const member = await save({ field: 'audience', op: 'member_of', value: [one, two] });
      const none = await save({ field: 'audience', op: 'not_member_of', value: one });
      await post(`/v1/audiences/${one}/members`, { contact_id: first });
      await post(`/v1/audiences/${two}/members`, { contact_id: second });
      expect(idsOf(await previewSaved(member))).toEqual([first, second]);
      expect(idsOf(await previewSaved(none))).toEqual([second, third]);
    });

    it('is not valid any more once the audience is deleted, until it is replaced', async () => {
      await contacts(1);
      const { id: audience } = await post('/v1/audiences', { name: 'Gone soon' });
      const segment = await save({ not: { field: 'audience', op: 'member_of', value: audience } });
      expect((await count(segment)).body.count).toBe(1);
      await tenant.call('DELETE', `/v1/audiences/${audience}`);
      const fault = { status: 422, body: { error: 'invalid_filter', path: 'not.value', detail: 'not.value: There is no such audience.' } };
      expect(await count(segment)).toMatchObject(fault);
      expect(await previewSaved(segment)).toMatchObject(fault);
      expect((await tenant.call('GET', `/v1/segments/${segment}`)).status).toBe(200);
      await tenant.call('PATCH', `/v1/segments/${segment}`, { body: { filter: { all: true } } });
      expect((await count(segment)).body.count).toBe(1);
    });
  });
});
