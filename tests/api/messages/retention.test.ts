import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { useServer, useTenant } from '../../support/posthorn.ts';
import { startTestServer } from '../../support/server.ts';

const DAY = 86_400_000;
const RETENTION = {
  ...{ CLOCK: 'virtual', JOB_INTERVAL_MS: '2000000000', LINK_BASE_URL: 'https://links.example.com' },
  ...{ BODY_RETENTION_DAYS: '1', MESSAGE_RETENTION_DAYS: '30' },
};

describe.each(engines)('the retention of messages on $name', (engine) => {
  const server = useServer(engine, RETENTION);
  const tenant = useTenant(server, { rate_limit: -1 });

  /** Lets time pass, and everything that recurs run: bodies go in one run, their messages in the next. */
  async function advance(ms: number): Promise<void> {
    await server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
    for (const job of ['dispatch', 'stats', 'cleanup', 'cleanup']) await server.run(job);
  }
  const send = async (change: object = {}, from = tenant) => {
    const mail = { from: from.from, to: ['ada@example.net'], subject: 'x', text_body: 'x', tags: { order: '1' } };
    const { body } = await from.call('POST', '/v1/email', { body: { ...mail, ...change } });
    return body.message_id as string;
  };
  const statusOf = async (id: string, of = tenant) => (await of.call('GET', `/v1/messages/${id}`)).status;
  const listed = async (path: string, of = tenant) => (await of.call('GET', path)).body.data.map(({ id }: { id: string }) => id);
  const now = async () => (await server.admin('GET', '/admin/clock')).body.now as number;

  it('ends so many days after a message has changed last', async () => {
    const id = await send();
    await advance(0);
    await advance(30 * DAY);
    expect(await statusOf(id)).toBe(200);
    await advance(1);
    expect(await statusOf(id)).toBe(404);
  });

  it('takes what belongs to a message along, and leaves the figures', async () => {
    const own = await server.mint();
    const from = (await now()) - DAY;
    const id = await send({}, own);
    await advance(0);
    expect(await listed('/v1/messages?tag_key=order', own)).toEqual([id]);
    expect(await listed('/v1/messages/search?recipient=ada@example.net', own)).toEqual([id]);
    expect((await own.call('GET', '/v1/events')).body.data).not.toEqual([]);
    await advance(31 * DAY);
    expect(await listed('/v1/messages?tag_key=order', own)).toEqual([]);
    expect(await listed('/v1/messages/search?recipient=ada@example.net', own)).toEqual([]);
    expect((await own.call('GET', '/v1/events')).body.data).toEqual([]);
    const { body } = await own.call('GET', `/v1/stats?from=${from}&to=${await now()}`);
    expect(body.totals).toMatchObject({ accepted: 1, sent: 1 });
    const rows = (table: 'messages' | 'events' | 'delivery_attempts' | 'message_tags' | 'message_recipients') =>
      server.app.db.read.selectFrom(table).select('tenant_id').where('tenant_id', '=', own.id).execute();
    for (const table of ['messages', 'events', 'delivery_attempts', 'message_tags', 'message_recipients'] as const)
      expect(await rows(table), table).toEqual([]);
  });

  it('takes what was told of other things once that is as old', async () => {
    const own = await server.mint();
    const told = async () => (await own.call('GET', '/v1/events')).body.data.map(({ type }: { type: string }) => type);
    const post = (email: string) => own.call('POST', '/v1/contacts', { body: { email } });
    await post('old@example.net');
    await advance(30 * DAY);
    await post('new@example.net');
    expect(await told()).toEqual(['contact.created', 'contact.created']);
    await advance(1);
    expect(await told()).toEqual(['contact.created']);
    expect(await listed('/v1/contacts', own)).toHaveLength(2);
  });

  it('counts from an open or a click as well', async () => {
    const own = await server.mint();
    const id = await send({ html_body: '<p>x</p>', track_opens: true }, own);
    await server.run('dispatch');
    const [, pixel = ''] = /src="https:\/\/links\.example\.com([^"]*)"/.exec((await capturedMail(server, id)).html) ?? [];
    await advance(0);
    await advance(29 * DAY);
    expect((await fetch(`${server.url}${pixel}`)).status).toBe(200);
    await advance(30 * DAY);
    const { events } = (await own.call('GET', `/v1/messages/${id}`)).body;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['sent', 'open']);
    await advance(1);
    expect(await statusOf(id, own)).toBe(404);
  });

  it('keeps a message that is still to go out', async () => {
    const id = await send({ scheduled_at: (await now()) + 29 * DAY });
    await advance(28 * DAY);
    expect(await statusOf(id)).toBe(200);
    await advance(2 * DAY);
    expect((await tenant.call('GET', `/v1/messages/${id}`)).body.status).toBe('sent');
    await advance(29 * DAY);
    expect(await statusOf(id)).toBe(200);
    await advance(2 * DAY);
    expect(await statusOf(id)).toBe(404);
  });

  it('repeats the answer to an idempotency key whose message is gone, and sends nothing', async () => {
    const post = () =>
      tenant.call('POST', '/v1/email', {
        body: { from: tenant.from, to: ['ada@example.net'], subject: 'once', text_body: 'x' },
        headers: { 'Idempotency-Key': 'once' },
      });
    const first = await post();
    await advance(0);
    await advance(31 * DAY);
    expect(await statusOf(first.body.message_id)).toBe(404);
    expect((await post()).body.message_id).toBe(first.body.message_id);
    expect(await listed('/v1/messages')).not.toContain(first.body.message_id);
  });

  it('comes by again at messages that it could not remove, whatever stands before them', async () => {
    const waiting = await Promise.all(Array.from({ length: 3 }, () => send()));
    await advance(0);
    await server.app.db.write.updateTable('messages').set({ due_at: 4e12 }).where('id', 'in', waiting).execute();
    const gone = await send();
    await advance(0);
    await advance(31 * DAY);
    expect(await statusOf(gone)).toBe(404);
    expect(await Promise.all(waiting.map((id) => statusOf(id)))).toEqual([200, 200, 200]);
    await server.app.db.write.updateTable('messages').set({ due_at: null }).where('id', 'in', waiting).execute();
    await advance(2 * DAY);
    expect(await Promise.all(waiting.map((id) => statusOf(id)))).toEqual([404, 404, 404]);
  });

  it('is off unless it is asked for', async () => {
    const kept = await startTestServer(engine, { ...RETENTION, MESSAGE_RETENTION_DAYS: '0' });
    const own = await kept.mint();
    const id = await send({}, own);
    await kept.admin('POST', '/admin/clock', { body: { advance_ms: 400 * DAY } });
    for (const job of ['dispatch', 'stats', 'cleanup', 'cleanup']) await kept.run(job);
    await kept.admin('POST', '/admin/clock', { body: { advance_ms: 400 * DAY } });
    for (const job of ['stats', 'cleanup', 'cleanup']) await kept.run(job);
    expect((await own.call('GET', `/v1/messages/${id}`)).body).toMatchObject({ id, status: 'sent' });
    await kept.stop();
  });
});
