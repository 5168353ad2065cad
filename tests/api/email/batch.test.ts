import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('POST /v1/email/batch on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });

  const mail = (change: object = {}) => ({ from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', ...change });
  const post = (body: unknown) => tenant.call('POST', '/v1/email/batch', { body });

  describe('200', () => {
    it('has a result for each item, in order, the failed ones with their error', async () => {
      const { status, body } = await post({
        emails: [mail({ subject: 'first' }), mail({ to: [] }), 7, mail({ from: 'a@elsewhere.example.org' }), mail({ subject: 'last' })],
      });
      expect(status).toBe(200);
      const accepted = { status: 'queued', test_mode: false, scheduled_at: null, suppressed_recipients: [], error: null };
      const rejected = { message_id: null, status: 'rejected', detail: expect.any(String) };
      expect(body).toEqual({
        data: [
          { index: 0, message_id: expect.stringMatching(/^msg_/), ...accepted },
          { index: 1, ...rejected, error: 'validation_failed', field: 'to' },
          { index: 2, ...rejected, error: 'validation_failed' },
          { index: 3, ...rejected, error: 'from_domain_not_verified', from: 'a@elsewhere.example.org' },
          { index: 4, message_id: expect.stringMatching(/^msg_/), ...accepted },
        ],
      });
      const { body: page } = await tenant.call('GET', '/v1/messages?limit=2');
      expect(page.data.map(({ subject }: { subject: string }) => subject)).toEqual(['last', 'first']);
    });

    it('refuses all of a strict batch for one item, and sends them all where none is wrong', async () => {
      const strict = (emails: unknown[]) =>
        tenant.call('POST', '/v1/email/batch', {
          body: { emails },
          headers: { 'X-Batch-Validation': 'Strict', 'Idempotency-Key': 'strict' },
        });
      const newest = async () => (await tenant.call('GET', '/v1/messages?limit=1')).body.data[0].id;
      const before = await newest();
      expect(await strict([mail(), mail({ to: ['nobody'] })])).toMatchObject({
        status: 422,
        body: { error: 'validation_failed', field: 'emails[1].to[0]', detail: expect.stringMatching(/^emails\[1\]: to\[0\]: /) },
      });
      expect(await newest()).toBe(before);
      expect(await strict([mail({ from: 'a@elsewhere.example.org' })])).toMatchObject({
        status: 422,
        body: { error: 'validation_failed', field: 'emails[0]' },
      });
      const { status, body } = await strict([mail(), mail()]);
      expect(status).toBe(200);
      expect(body.data).toMatchObject([{ error: null }, { error: null }]);
      const faulty = await tenant.call('POST', '/v1/email/batch', { body: { emails: [mail()] }, headers: { 'X-Batch-Validation': 'lax' } });
      expect(faulty).toMatchObject({ status: 422, body: { error: 'validation_failed' } });
    });

    it('gives each item the status of its own, and simulates all of them by the header', async () => {
      const { body: clock } = await server.admin('GET', '/admin/clock');
      await tenant.call('POST', '/v1/suppressions', { body: { email: 'gone@example.net' } });
      const emails = [
        mail({ scheduled_at: clock.now + 1000 }),
        mail({ to: ['gone@example.net'] }),
        mail({ test_mode: true }),
        mail({ to: ['bounced@posthorn.test'], test_mode: true }),
        mail(),
      ];
      const result = { message_id: expect.stringMatching(/^msg_/), test_mode: false, scheduled_at: null, suppressed_recipients: [] };
      const ok = { ...result, error: null };
      expect((await post({ emails })).body.data).toEqual([
        { index: 0, ...ok, status: 'scheduled', scheduled_at: clock.now + 1000 },
        { index: 1, ...ok, status: 'suppressed', suppressed_recipients: ['gone@example.net'] },
        { index: 2, ...ok, status: 'sent', test_mode: true },
        { index: 3, ...ok, status: 'failed', test_mode: true },
        { index: 4, ...ok, status: 'queued' },
      ]);
      const simulated = await tenant.call('POST', '/v1/email/batch', { body: [mail(), mail()], headers: { 'X-Service-Test': 'true' } });
      expect(simulated.body.data).toMatchObject([
        { status: 'sent', test_mode: true },
        { status: 'sent', test_mode: true },
      ]);
    });

    it('takes the same recipient in several items', async () => {
      const { body } = await post([mail(), mail()]);
      expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['queued', 'queued']);
    });

    it('takes a bare array, and 100 items', async () => {
      const { status, body } = await post(Array.from({ length: 100 }, () => mail()));
      expect(status).toBe(200);
      expect(new Set(body.data.map(({ message_id }: { message_id: string }) => message_id)).size).toBe(100);
      await server.run('dispatch');
      const { body: page } = await tenant.call('GET', '/v1/messages?limit=100');
      expect(page.data.every(({ status: state }: { status: string }) => state === 'sent')).toBe(true);
    });

    it('fails an item by itself for text that cannot be stored, and for values that are too deep', async () => {
      const deep = JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`);
      const given = [mail({ subject: 'a\u0000' }), mail({ tags: { a: '\ud800' } }), mail({ template_model: { deep } }), mail()];
      const alias = mail({ template_alias: 'a\u0000' });
      const { status, body } = await post([...given, alias]);
      expect(status).toBe(200);
      expect(body.data).toMatchObject([
        { error: 'validation_failed', field: 'subject' },
        { error: 'validation_failed', field: 'tags.a' },
        { error: 'validation_failed', field: expect.stringMatching(/^template_model\.deep/) },
        { error: null, status: 'queued' },
        { error: 'template_not_found', alias: 'a\u0000' },
      ]);
    });

    it('is the answer even if every item failed', async () => {
      expect((await post({ emails: [{}, {}] })).status).toBe(200);
    });
  });

  describe('422', () => {
    it.each([
      ['no list', {}, 'empty_batch'],
      ['a null', { emails: null }, 'empty_batch'],
      ['an empty list', { emails: [] }, 'empty_batch'],
      ['an empty bare list', [], 'empty_batch'],
      ['what is no list', { emails: 'x' }, 'validation_failed'],
    ])('refuses %s', async (_case, body, error) => {
      expect(await post(body)).toMatchObject({ status: 422, body: { error } });
    });

    it('refuses more than 100 items, naming the limit', async () => {
      const answer = await post({ emails: Array.from({ length: 101 }, () => mail()) });
      expect(answer).toMatchObject({ status: 422, body: { error: 'batch_too_large', max: 100 } });
    });
  });

  it('takes keys for sending, held to their domain', async () => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', {
      body: { name: 's', permission: 'sending_access', domain_id: tenant.domain.id },
    });
    expect((await server.as(key.key)('POST', '/v1/email/batch', { body: [mail()] })).status).toBe(200);
  });
});
