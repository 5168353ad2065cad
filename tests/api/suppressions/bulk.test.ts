import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';
import type { Call } from '../../support/server.ts';
import { emailsOf, numbered, walk } from './entries.ts';

describe.each(engines)('suppressions in bulk on $name', (engine) => {
  // The clock stands still, so that every entry would have the same time.
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);

  const listed = async (call: Call = tenant.call) => emailsOf(await walk(call, '/v1/suppressions?limit=100'));

  describe('POST /v1/suppressions/bulk', () => {
    const addMany = (emails: unknown) => tenant.call('POST', '/v1/suppressions/bulk', { body: { emails } });

    it('answers a row for each item in order, and a bad one fails by itself', async () => {
      await tenant.call('POST', '/v1/suppressions', { body: { email: 'known@example.net' } });
      const { status, body } = await addMany([
        ' B@example.net',
        'Not An Address',
        'known@example.net',
        7,
        null,
        'b@example.net',
        'a@example.net',
      ]);
      expect(status).toBe(200);
      expect(body).toEqual({
        data: [
          { email: 'b@example.net', added: true, error: null },
          { email: 'Not An Address', added: false, error: 'invalid_email' },
          { email: 'known@example.net', added: false, error: null },
          { email: null, added: false, error: 'invalid_email' },
          { email: null, added: false, error: 'invalid_email' },
          { email: 'b@example.net', added: false, error: null },
          { email: 'a@example.net', added: true, error: null },
        ],
        summary: { added: 2, skipped: 5 },
      });
      expect(await listed()).toEqual(['a@example.net', 'b@example.net', 'known@example.net']);
    });

    it('takes 100 and gives each a time of its own, before those that come next', async () => {
      expect((await addMany(numbered(100))).body.summary).toEqual({ added: 100, skipped: 0 });
      await tenant.call('POST', '/v1/suppressions', { body: { email: 'last@example.net' } });
      const all = await walk(tenant.call, '/v1/suppressions?limit=33');
      expect(emailsOf(all)).toEqual([...numbered(100), 'last@example.net'].reverse());
      expect(new Set(all.map((entry) => entry.created_at)).size).toBe(101);
    });

    it('adds each address once when batches come at once', async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => addMany(numbered(40))));
      expect(answers.reduce((sum, { body }) => sum + body.summary.added, 0)).toBe(40);
      expect(await listed()).toHaveLength(40);
    });
  });

  describe('DELETE /v1/suppressions/bulk', () => {
    const removeMany = (emails: unknown) => tenant.call('DELETE', '/v1/suppressions/bulk', { body: { emails } });

    it('fails an item by itself for text that cannot be stored', async () => {
      const { status, body } = await removeMany(['a\u0000@example.net', '\ud800']);
      expect([status, body.summary]).toEqual([200, { deleted: 2 }]);
      const added = await tenant.call('POST', '/v1/suppressions/bulk', { body: { emails: ['a\u0000@example.net', 'u@example.net'] } });
      expect(added.body.data).toMatchObject([{ error: 'invalid_email' }, { email: 'u@example.net', error: null }]);
    });

    it('takes entries away and counts items, whether or not they were there', async () => {
      for (const email of ['a@example.net', 'b@example.net', 'c@example.net'])
        await tenant.call('POST', '/v1/suppressions', { body: { email } });
      const { status, body } = await removeMany(['A@example.net', 'x@example.net', 'Nobody', 5, 'b@example.net', 'b@example.net']);
      expect(status).toBe(200);
      expect(body).toEqual({
        data: ['a@example.net', 'x@example.net', 'Nobody', null, 'b@example.net', 'b@example.net'].map((email) => ({
          email,
          deleted: true,
        })),
        summary: { deleted: 6 },
      });
      expect(await listed()).toEqual(['c@example.net']);
    });
  });

  describe.each(['POST', 'DELETE'])('%s /v1/suppressions/bulk', (method) => {
    const call = (body: unknown) => tenant.call(method, '/v1/suppressions/bulk', { body });

    it.each([[{}], [{ emails: null }], [{ emails: [] }]])('answers 422 empty_batch to %j', async (body) => {
      expect(await call(body)).toMatchObject({ status: 422, body: { error: 'empty_batch', detail: expect.any(String) } });
    });

    it('answers 422 batch_too_large with max to 101 items', async () => {
      const { status, body } = await call({ emails: numbered(101) });
      expect(status).toBe(422);
      expect(body).toEqual({ error: 'batch_too_large', detail: expect.any(String), max: 100 });
    });

    it.each(['a@example.net', 1, {}])('answers 422 validation_failed to %j for a list', async (emails) => {
      expect(await call({ emails })).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'emails' } });
    });

    it('answers 400 invalid_json to a bare array', async () => {
      expect(await call(['a@example.net'])).toMatchObject({ status: 400, body: { error: 'invalid_json' } });
    });
  });
});
