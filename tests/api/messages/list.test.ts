import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('GET /v1/messages on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });
  const other = useTenant(server);
  beforeAll(async () => {
    const tags = [{ a: '1' }, { a: '2' }, { b: '1' }, {}, { a: '1', b: '2' }];
    for (const [n, tag] of tags.entries()) {
      await tenant.call('POST', '/v1/email', {
        body: { from: tenant.from, to: ['a@example.net'], subject: `m${n}`, text_body: 'x', tags: tag },
      });
    }
  });

  const subjects = async (query: string, as = tenant) => {
    const { status, body } = await as.call('GET', `/v1/messages${query}`);
    expect(status).toBe(200);
    return body.data.map(({ subject }: { subject: string }) => subject);
  };

  it.each([
    ['', ['m4', 'm3', 'm2', 'm1', 'm0']],
    ['?tag_key=a', ['m4', 'm1', 'm0']],
    ['?tag_key=a&tag_value=1', ['m4', 'm0']],
    ['?tag_key=a&tag_value=', []],
    ['?tag_value=1', ['m4', 'm3', 'm2', 'm1', 'm0']],
    ['?tag_key=&tag_value=1', ['m4', 'm3', 'm2', 'm1', 'm0']],
    ['?tag_key=nothing', []],
    ['?status=sent&colour=blue', ['m4', 'm3', 'm2', 'm1', 'm0']],
    ['?limit=2', ['m4', 'm3']],
    ['?limit=0', ['m4']],
    ['?limit=-5', ['m4']],
    ['?limit=x', ['m4', 'm3', 'm2', 'm1', 'm0']],
    [`?limit=${'9'.repeat(30)}`, ['m4', 'm3', 'm2', 'm1', 'm0']],
    ['?limit=1000', ['m4', 'm3', 'm2', 'm1', 'm0']],
    ['?cursor=', ['m4', 'm3', 'm2', 'm1', 'm0']],
    ['?cursor=1', []],
  ])('answers %s', async (query, expected) => {
    expect(await subjects(query)).toEqual(expected);
  });

  it('gives 25 a page unless asked, and at most 100', async () => {
    const own = await server.mint({ rate_limit: -1 });
    const mail = { from: own.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    for (const count of [100, 1]) await own.call('POST', '/v1/email/batch', { body: Array(count).fill(mail) });
    const page = async (query: string) => (await own.call('GET', `/v1/messages${query}`)).body;
    for (const query of ['', '?limit=x', '?limit=']) expect((await page(query)).data).toHaveLength(25);
    const first = await page('?limit=1000');
    expect(first.data).toHaveLength(100);
    expect(first.next_cursor).toBe(first.data[99].created_at);
    const last = await page(`?limit=100&cursor=${first.next_cursor}`);
    expect(last.data).toHaveLength(1);
    expect(last.data[0].created_at).toBeLessThan(first.data[99].created_at);
    expect(last.next_cursor).toBeNull();
  });

  it('pages by tag', async () => {
    const { body } = await tenant.call('GET', '/v1/messages?tag_key=a&limit=2');
    expect(body.next_cursor).toEqual(expect.any(Number));
    expect(await subjects(`?tag_key=a&limit=2&cursor=${body.next_cursor}`)).toEqual(['m0']);
    expect((await tenant.call('GET', `/v1/messages?tag_key=a&cursor=${body.next_cursor}`)).body.next_cursor).toBeNull();
  });

  it.each(['x', '-1', '1.5', '99999999999999999999', '1:msg_x'])('refuses the cursor %s', async (cursor) => {
    expect(await tenant.call('GET', `/v1/messages?cursor=${cursor}`)).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
  });

  it("shows nothing of another tenant's, whose ids are as missing ones", async () => {
    expect(await subjects('', other)).toEqual([]);
    const { body } = await tenant.call('GET', '/v1/messages?limit=1');
    const foreign = await other.call('GET', `/v1/messages/${body.data[0].id}`);
    const missing = await other.call('GET', '/v1/messages/msg_00000000000000000000000000');
    expect(foreign).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(foreign.body).toEqual(missing.body);
  });
});
