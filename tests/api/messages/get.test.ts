import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('GET /v1/messages/{id} on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });

  const send = async (change: object = {}) => {
    const body = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', ...change };
    return (await tenant.call('POST', '/v1/email', { body })).body.message_id as string;
  };
  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const now = async () => (await server.admin('GET', '/admin/clock')).body.now as number;

  it('answers every field, of the log and of the message alone', async () => {
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 1000 } });
    const at = await now();
    const id = await send({
      from: `Sender <${tenant.from}>`,
      to: ['Ann <Ann@Example.net>', 'b@example.net'],
      cc: ['C <c@example.net>'],
      bcc: ['d@example.net'],
      reply_to: 'r@example.net',
      html_body: '<p>x</p>',
      tags: { a: 'b' },
      headers: { 'X-A': 'b' },
    });
    await server.run('dispatch');
    const names = ['ann@example.net', 'b@example.net', 'c@example.net', 'd@example.net'];
    const summary = {
      id,
      from: `Sender <${tenant.from}>`,
      to: ['Ann <Ann@Example.net>', 'b@example.net'],
      cc: ['C <c@example.net>'],
      bcc: ['d@example.net'],
      subject: 'x',
      status: 'sent',
      stream: 'transactional',
      tags: { a: 'b' },
      template_alias: null,
      test_mode: false,
      scheduled_at: null,
      created_at: at,
      updated_at: at,
      sent_at: at,
      provider_message_id: expect.any(String),
      broadcast_id: null,
      automation_id: null,
      contact_id: null,
      suppressed_recipients: [],
    };
    const { body: log } = await tenant.call('GET', '/v1/messages?limit=1');
    expect(log.data).toEqual([summary]);
    expect(await get(id)).toEqual({
      ...summary,
      html_body: '<p>x</p>',
      text_body: 'x',
      headers: { 'X-A': 'b' },
      reply_to: ['r@example.net'],
      attachments: [],
      template_version: null,
      recipients: names.map((email, index) => ({
        email,
        kind: ['to', 'to', 'cc', 'bcc'][index],
        status: 'sent',
        detail: null,
        updated_at: at,
      })),
      events: [{ id: expect.stringMatching(/^evt_/), type: 'sent', recipients: names, timestamp: at, data: {} }],
    });
  });

  it('has empty and null values where nothing was given', async () => {
    const message = await get(await send({ scheduled_at: (await now()) + 1000 }));
    expect(message).toMatchObject({ tags: {}, cc: [], bcc: [], reply_to: [], headers: {}, html_body: null, sent_at: null });
    expect(message).toMatchObject({ provider_message_id: null, status: 'scheduled' });
    expect(message.recipients).toMatchObject([{ status: 'pending' }]);
  });

  it('tells of events oldest first, by addresses in lower case', async () => {
    const message = await get(await send({ test_mode: true, to: ['Complained@POSTHORN.test'], stream: 'marketing' }));
    expect(message.stream).toBe('marketing');
    expect(message.events.map(({ type, recipients }: { type: string; recipients: string[] }) => [type, recipients])).toEqual([
      ['sent', ['complained@posthorn.test']],
      ['complaint', ['complained@posthorn.test']],
    ]);
    const { created_at: createdAt, events } = message;
    for (const { timestamp } of events) expect(timestamp).toBeGreaterThanOrEqual(createdAt);
  });

  it('keeps the scheduled time of what was sent later, and drops that of what was cancelled', async () => {
    const at = (await now()) + 1000;
    const [sent, cancelled] = [await send({ scheduled_at: at }), await send({ scheduled_at: at })];
    expect((await tenant.call('DELETE', `/v1/email/${cancelled}`)).status).toBe(200);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 1000 } });
    await server.run('dispatch');
    expect(await get(sent)).toMatchObject({ status: 'sent', scheduled_at: at, sent_at: expect.any(Number) });
    expect(await get(cancelled)).toMatchObject({ status: 'cancelled', sent_at: null, recipients: [{ status: 'pending' }] });
  });

  it('dates nothing of a message before it, where many come in one millisecond', async () => {
    const mail = (change: object) => ({ from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', ...change });
    const later = { scheduled_at: (await now()) + 60_000 };
    const simulated = { test_mode: true, to: ['bounced@posthorn.test', 'delivered@posthorn.test'] };
    await tenant.call('POST', '/v1/suppressions', { body: { email: 'listed@example.net' } });
    const kinds = [simulated, { to: ['listed@example.net'] }, later, later, { ...later, to: ['erased@example.net'] }, {}];
    const { body } = await tenant.call('POST', '/v1/email/batch', { body: [...Array(20).fill({}), ...kinds].map(mail) });
    const ids: string[] = body.data.slice(20).map(({ message_id: id }: { message_id: string }) => id);
    expect((await tenant.call('DELETE', `/v1/email/${ids[2]}`)).status).toBe(200);
    const moved = { scheduled_at: later.scheduled_at + 1 };
    expect((await tenant.call('PATCH', `/v1/email/${ids[3]}`, { body: moved })).status).toBe(200);
    expect((await tenant.call('POST', '/v1/erasures', { body: { email: 'erased@example.net' } })).status).toBe(200);
    await server.run('dispatch');
    const messages = await Promise.all(ids.map(get));
    expect(messages.map(({ status }) => status)).toEqual(['sent', 'suppressed', 'cancelled', 'scheduled', 'suppressed', 'sent']);
    for (const { created_at: createdAt, updated_at: updatedAt, sent_at: sentAt, recipients, events } of messages) {
      expect(createdAt).toBeGreaterThan(await now());
      const times = [
        ...recipients.map((one: { updated_at: number }) => one.updated_at),
        ...events.map((one: { timestamp: number }) => one.timestamp),
      ];
      for (const at of [updatedAt, sentAt ?? updatedAt, ...times]) expect(at).toBeGreaterThanOrEqual(createdAt);
    }
  });

  it('is 404 for what is missing or no id', async () => {
    for (const id of ['msg_00000000000000000000000000', 'nonsense', 'ü']) {
      expect(await tenant.call('GET', `/v1/messages/${id}`)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
  });
});
