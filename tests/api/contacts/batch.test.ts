import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

describe.each(engines)('POST /v1/contacts/batch on $name', (engine) => {
  let tenant: TestTenant;
  const server = useServer(engine, BY_HAND);
  beforeEach(async () => {
    tenant = await server.mint();
  });

  const batch = (contacts: unknown) => tenant.call('POST', '/v1/contacts/batch', { body: { contacts } });
  const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ email: `n${n}@example.net` }));
  const list = async () => (await tenant.call('GET', '/v1/contacts?limit=100')).body.data;

  it('answers a result for each item in order, and a bad one fails by itself', async () => {
    const known = (await tenant.call('POST', '/v1/contacts', { body: { email: 'known@example.net', status: 'unsubscribed' } })).body.id;
    const { status, body } = await batch([
      { email: ' A@Example.net', attributes: { x: 1 } },
      { email: 'No Address' },
      { email: 'known@example.net' },
      { email: 'b@example.net', attributes: { x: [] } },
      { email: 'a@example.net', attributes: { y: 2 }, status: 'cleaned' },
      7,
      { email: 7 },
      null,
      { email: 'c@example.net', status: 'nonsense' },
      { email: 'd@example.net', attributes: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, 1])) },
    ]);
    expect(status).toBe(200);
    const failed = (index: number, email: string | null, error: string) => ({
      index,
      email,
      id: null,
      status: null,
      created: false,
      error,
    });
    const id = body.data[0].id;
    expect(body).toEqual({
      data: [
        { index: 0, email: 'a@example.net', id: expect.stringMatching(/^con_/), status: 'subscribed', created: true, error: null },
        failed(1, 'No Address', 'invalid_email'),
        { index: 2, email: 'known@example.net', id: known, status: 'unsubscribed', created: false, error: null },
        failed(3, 'b@example.net', 'invalid_attribute_value'),
        { index: 4, email: 'a@example.net', id, status: 'cleaned', created: false, error: null },
        failed(5, null, 'validation_failed'),
        failed(6, null, 'invalid_email'),
        failed(7, null, 'validation_failed'),
        { index: 8, email: 'c@example.net', id: expect.stringMatching(/^con_/), status: 'subscribed', created: true, error: null },
        failed(9, 'd@example.net', 'too_many_attribute_keys'),
      ],
      summary: { created: 2, updated: 2, failed: 6 },
    });
    const rows = await list();
    expect(rows.map(({ email }: { email: string }) => email)).toEqual(['c@example.net', 'a@example.net', 'known@example.net']);
    expect(rows[1]).toMatchObject({ attributes: { x: 1, y: 2 }, status: 'cleaned' });
  });

  it('fails an item by itself for text that cannot be stored', async () => {
    const { status, body } = await batch([
      { email: 'a\u0000@example.net' },
      { email: 's@example.net', attributes: { a: '\ud800' } },
      { email: 'p@example.net', attributes: JSON.parse('{"__proto__":"x"}') },
      { email: 'fine@example.net' },
    ]);
    expect(status).toBe(200);
    const errors = body.data.map(({ error }: { error: string | null }) => error);
    expect(errors).toEqual(['validation_failed', 'validation_failed', 'invalid_attribute_value', null]);
  });

  it('takes 100, and counts unchanged ones as updated', async () => {
    expect((await batch(numbered(100))).body.summary).toEqual({ created: 100, updated: 0, failed: 0 });
    expect((await batch(numbered(100))).body.summary).toEqual({ created: 0, updated: 100, failed: 0 });
    expect(await list()).toHaveLength(100);
  });

  it('makes each contact once of batches at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => batch(numbered(30))));
    expect(answers.reduce((sum, { body }) => sum + body.summary.created, 0)).toBe(30);
    expect(await list()).toHaveLength(30);
  });

  it.each([[{}], [{ contacts: null }], [{ contacts: [] }]])('answers 422 empty_batch to %j', async (body) => {
    expect(await tenant.call('POST', '/v1/contacts/batch', { body })).toMatchObject({ status: 422, body: { error: 'empty_batch' } });
  });

  it('answers 422 batch_too_large with max to 101 items', async () => {
    expect(await batch(numbered(101))).toMatchObject({ status: 422, body: { error: 'batch_too_large', max: 100 } });
    expect(await list()).toEqual([]);
  });

  it('answers 422 validation_failed to what is no list, and 400 to a bare one', async () => {
    for (const contacts of ['x', 1, {}])
      expect(await batch(contacts)).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'contacts' } });
    expect(await tenant.call('POST', '/v1/contacts/batch', { body: [{ email: 'a@example.net' }] })).toMatchObject({
      status: 400,
      body: { error: 'invalid_json' },
    });
  });

  it('answers 402 with the limit where the plan has no room for all items, known ones included', async () => {
    tenant = await server.mint({ contact_limit: 5 });
    expect((await batch(numbered(4))).status).toBe(200);
    const refusal = { error: 'contact_limit_reached', limit: 5, detail: expect.stringContaining('also where some exist') };
    expect(await batch(numbered(2))).toMatchObject({ status: 402, body: refusal });
    expect((await batch([{ email: 'no address' }])).status).toBe(200);
    expect((await batch([{ email: 'last@example.net' }])).status).toBe(200);
    expect((await batch([{ email: 'last@example.net' }])).status).toBe(402);
  });
});
