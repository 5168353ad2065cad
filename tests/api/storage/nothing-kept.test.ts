import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

const KiB = 1024;

describe.each(engines)('what is not sent on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server, { rate_limit: -1 });

  const content = Buffer.alloc(10 * KiB).toString('base64');
  const mail = (change: object = {}) => ({
    from: tenant.from,
    to: ['nobody@example.net'],
    subject: 'x',
    text_body: 'x'.repeat(10 * KiB),
    attachments: [{ filename: 'a', content }],
    ...change,
  });
  const send = (change: object = {}, headers: Record<string, string> = {}) =>
    tenant.call('POST', '/v1/email', { body: mail(change), headers });
  const batch = (...changes: object[]) => tenant.call('POST', '/v1/email/batch', { body: { emails: changes.map(mail) } });
  const suppress = (email: string) => tenant.call('POST', '/v1/suppressions', { body: { email } });
  const rowsOf = async (table: 'blobs' | 'message_bodies' | 'messages') =>
    (await server.app.db.read.selectFrom(table).select('tenant_id').where('tenant_id', '=', tenant.id).execute()).length;
  const kept = async () => ({
    messages: await rowsOf('messages'),
    bodies: await rowsOf('message_bodies'),
    files: await rowsOf('blobs'),
    bytes: (await tenant.call('GET', '/v1/usage')).body.storage.used,
  });
  const override = (overrides: object) => server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides } });

  it('stores nothing where the quota refuses it', async () => {
    await override({ daily_quota: 0 });
    expect((await send()).status).toBe(429);
    expect((await batch({}, {})).status).toBe(429);
    expect((await send({ test_mode: true })).status).toBe(429);
    expect(await kept()).toEqual({ messages: 0, bodies: 0, files: 0, bytes: 0 });
  });

  it('stores nothing where the quota has no room for a whole batch', async () => {
    await override({ daily_quota: 1 });
    expect((await batch({}, {})).status).toBe(429);
    expect(await kept()).toEqual({ messages: 0, bodies: 0, files: 0, bytes: 0 });
  });

  it('stores nothing of an email that is wrong, nor of a strict batch with one', async () => {
    expect((await send({ from: 'a@elsewhere.example' })).status).toBe(422);
    const body = { emails: [mail(), mail({ from: 'a@elsewhere.example' })] };
    expect((await tenant.call('POST', '/v1/email/batch', { body, headers: { 'X-Batch-Validation': 'strict' } })).status).toBe(422);
    await server.run('cleanup');
    expect(await kept()).toEqual({ messages: 0, bodies: 0, files: 0, bytes: 0 });
  });

  it('keeps its row, and neither body nor files, where it goes to nobody', async () => {
    await suppress('nobody@example.net');
    const { status, body } = await send();
    expect([status, body.status]).toEqual([200, 'suppressed']);
    expect(await kept()).toEqual({ messages: 1, bodies: 0, files: 0, bytes: 0 });
    const shown = (await tenant.call('GET', `/v1/messages/${body.message_id}`)).body;
    expect(shown).toMatchObject({
      status: 'suppressed',
      subject: 'x',
      text_body: null,
      attachments: [],
      recipients: [{ status: 'suppressed' }],
    });
    expect((await tenant.call('GET', `/v1/messages/${body.message_id}`)).status).toBe(200);
  });

  it('keeps only what goes to somebody of a batch', async () => {
    await suppress('nobody@example.net');
    const { body } = await batch({}, { to: ['somebody@example.net'] }, { to: ['nobody@example.net'], test_mode: true });
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['suppressed', 'queued', 'suppressed']);
    expect(await kept()).toEqual({ messages: 3, bodies: 1, files: 1, bytes: 20 * KiB });
  });

  it('stores the files once for a key, however often it comes', async () => {
    const key = { 'Idempotency-Key': 'k' };
    await send({}, key);
    await Promise.all([send({}, key), send({}, key), send({}, key)]);
    await server.run('cleanup');
    expect(await kept()).toEqual({ messages: 1, bodies: 1, files: 1, bytes: 20 * KiB });
  });

  it('lets the files go of requests that ran into the quota at the same time', async () => {
    await override({ daily_quota: 3 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => send()));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    await server.run('cleanup');
    expect(await kept()).toEqual({ messages: 3, bodies: 3, files: 3, bytes: 60 * KiB });
  });

  it('is stored after all where its recipient is suppressed no more', async () => {
    await suppress('nobody@example.net');
    await send();
    await tenant.call('DELETE', '/v1/suppressions/nobody@example.net');
    expect((await send()).body.status).toBe('queued');
    expect(await kept()).toEqual({ messages: 2, bodies: 1, files: 1, bytes: 20 * KiB });
  });
});
