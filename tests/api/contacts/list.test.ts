import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

describe.each(engines)('GET /v1/contacts on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);

  const upsert = (body: unknown) => tenant.call('POST', '/v1/contacts', { body });
  const list = async (query = '') => (await tenant.call('GET', `/v1/contacts${query}`)).body;

  const emails = (count: number) => Array.from({ length: count }, (_, n) => `n${n}@example.net`);

  it('lists newest first and loses nothing between pages, though all have one time', async () => {
    for (const email of emails(7)) await upsert({ email });
    const first = await list('?limit=3');
    expect(first.next_cursor).toBe(`${first.data[2].created_at}:${first.data[2].id}`);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { data: { email: string }[]; next_cursor: string | null } = await list(`?limit=3&cursor=${cursor}`);
      seen.push(...page.data.map(({ email }) => email));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(emails(7).reverse());
  });

  it('is empty at first, gives 25 a page, at most 100, and null at the end', async () => {
    expect(await list()).toEqual({ data: [], next_cursor: null });
    await tenant.call('POST', '/v1/contacts/batch', { body: { contacts: emails(100).map((email) => ({ email })) } });
    await upsert({ email: 'last@example.net' });
    expect((await list()).data).toHaveLength(25);
    expect((await list('?limit=500')).data).toHaveLength(100);
    expect((await list('?limit=0')).data).toHaveLength(1);
    expect((await list('?limit=x')).data).toHaveLength(25);
    const { next_cursor } = await list('?limit=100');
    expect(await list(`?limit=100&cursor=${next_cursor}`)).toMatchObject({ data: [{ email: 'n0@example.net' }], next_cursor: null });
  });

  it('filters by status and ignores one that it does not know', async () => {
    await upsert({ email: 'a@example.net' });
    await upsert({ email: 'b@example.net', status: 'unsubscribed' });
    await upsert({ email: 'c@example.net', status: 'cleaned' });
    const found = async (status: string) => (await list(`?status=${status}`)).data.map(({ email }: { email: string }) => email[0]).join('');
    expect([await found('subscribed'), await found('unsubscribed'), await found('cleaned')]).toEqual(['a', 'b', 'c']);
    expect([await found('nonsense'), await found(''), await found('SUBSCRIBED')]).toEqual(['cba', 'cba', 'cba']);
  });

  it('pages through one status', async () => {
    for (const [index, email] of emails(9).entries()) await upsert({ email, status: index % 2 === 0 ? 'cleaned' : 'subscribed' });
    const first = await list('?status=cleaned&limit=3');
    const second = await list(`?status=cleaned&limit=3&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data].map(({ email }) => email)).toEqual(
      ['n8', 'n6', 'n4', 'n2', 'n0'].map((name) => `${name}@example.net`),
    );
    expect(second.next_cursor).toBeNull();
  });

  it('finds one by its address, however it is written', async () => {
    for (const email of ['a@example.net', 'a+b@example.net']) await upsert({ email });
    const find = async (email: string) =>
      (await list(`?email=${encodeURIComponent(email)}`)).data.map((row: { email: string }) => row.email);
    expect(await find(' A+B@Example.net')).toEqual(['a+b@example.net']);
    expect(await find('b@example.net')).toEqual([]);
    expect(await find('nothing')).toEqual([]);
    expect(await find('')).toHaveLength(2);
  });

  it('answers 422 invalid_cursor to a cursor that is none, or of another list', async () => {
    const { body: segment } = await tenant.call('POST', '/v1/segments', { body: { name: 'All', filter: { all: true } } });
    for (const cursor of ['x', '5', '5:', 'con_1', `${segment.created_at}:${segment.id}`])
      expect(await tenant.call('GET', `/v1/contacts?cursor=${cursor}`)).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
  });
});
