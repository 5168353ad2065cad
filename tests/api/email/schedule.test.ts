import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const HOUR = 60 * 60 * 1000;
const YEARS_101 = 101 * 366 * 24 * HOUR;

describe.each(engines)('scheduled email on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });
  const other = useTenant(server);

  const now = async () => (await server.admin('GET', '/admin/clock')).body.now as number;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const send = async (change: object = {}) =>
    await tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', ...change } });
  const schedule = async (ahead = HOUR) => {
    const at = (await now()) + ahead;
    return { at, ...(await send({ scheduled_at: at })) };
  };
  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const types = ({ events }: { events: { type: string }[] }) => events.map(({ type }) => type);

  it('is accepted with 200, told of, and sent when it is due and not before', async () => {
    const { at, status, body } = await schedule();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'scheduled', scheduled_at: at });
    const message = await get(body.message_id);
    expect(message).toMatchObject({ status: 'scheduled', scheduled_at: at });
    expect(message.events).toMatchObject([{ type: 'scheduled', recipients: ['a@example.net'], data: { scheduled_at: at } }]);
    await advance(HOUR - 1);
    await server.run('dispatch');
    expect((await get(body.message_id)).status).toBe('scheduled');
    await advance(1);
    await server.run('dispatch');
    expect(await get(body.message_id)).toMatchObject({ status: 'sent', scheduled_at: at });
  });

  it('is dated to the time that it leaves at', async () => {
    const { at, body } = await schedule(100 * 24 * HOUR);
    await advance(100 * 24 * HOUR);
    await server.run('dispatch');
    const { headers } = await capturedMail(server, body.message_id);
    expect(Date.parse(headers.get('date') ?? '')).toBe(Math.floor(at / 1000) * 1000);
  });

  it('is sent at once for a time that has passed', async () => {
    expect(await send({ scheduled_at: await now() })).toMatchObject({ status: 202, body: { status: 'queued', scheduled_at: null } });
    expect((await send({ scheduled_at: 0 })).status).toBe(202);
  });

  it.each([
    ['no integer', 1.5],
    ['a text', '2027-01-01'],
    ['over 100 years ahead', Date.now() + YEARS_101],
  ])('refuses %s', async (_case, scheduled_at) => {
    expect(await send({ scheduled_at })).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'scheduled_at' } });
  });

  it('says how a time is written to whoever writes it as text', async () => {
    const { status, body } = await send({ scheduled_at: '2030-01-31T08:00:00Z' });
    expect(status).toBe(422);
    expect(body.detail).toBe('scheduled_at: Must be a number of milliseconds since 1970-01-01T00:00:00Z, not a string.');
    expect((await send({ scheduled_at: true })).body.detail).toBe('scheduled_at: Must be a number, not true or false.');
  });

  it('survives a year', async () => {
    const { body } = await schedule(365 * 24 * HOUR);
    await advance(365 * 24 * HOUR);
    await server.run('dispatch');
    expect((await get(body.message_id)).status).toBe('sent');
  });

  describe('PATCH /v1/email/{id}', () => {
    const patch = (id: string, body: object, as = tenant) => as.call('PATCH', `/v1/email/${id}`, { body });

    it('moves queued and scheduled messages', async () => {
      const { body: scheduled } = await schedule();
      const later = (await now()) + 5 * HOUR;
      expect(await patch(scheduled.message_id, { scheduled_at: later })).toMatchObject({
        status: 200,
        body: { message_id: scheduled.message_id, status: 'scheduled', scheduled_at: later },
      });
      await advance(HOUR);
      await server.run('dispatch');
      const message = await get(scheduled.message_id);
      expect(message).toMatchObject({ status: 'scheduled', scheduled_at: later });
      expect(types(message)).toEqual(['scheduled']);
      await advance(4 * HOUR);
      await server.run('dispatch');
      expect((await get(scheduled.message_id)).status).toBe('sent');
    });

    it('refuses what is cancelled, whatever the time', async () => {
      const { at, body } = await schedule();
      await tenant.call('DELETE', `/v1/email/${body.message_id}`);
      expect(await patch(body.message_id, { scheduled_at: at })).toMatchObject({
        status: 422,
        body: { error: 'message_not_reschedulable', status: 'cancelled', detail: expect.any(String) },
      });
    });

    it('may bring a message forward', async () => {
      const { body } = await schedule(5 * HOUR);
      await patch(body.message_id, { scheduled_at: (await now()) + HOUR });
      await advance(HOUR);
      await server.run('dispatch');
      expect((await get(body.message_id)).status).toBe('sent');
    });

    it('answers in the order 404, absent, wrong, past, state', async () => {
      const { body } = await send();
      const id = body.message_id;
      await server.run('dispatch');
      const future = (await now()) + HOUR;
      expect(await patch('msg_none', {})).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect(await patch(id, { scheduled_at: future }, other)).toMatchObject({ status: 404, body: { error: 'not_found' } });
      expect(await patch(id, {})).toMatchObject({ status: 422, body: { error: 'missing_field', field: 'scheduled_at' } });
      expect(await patch(id, { scheduled_at: null })).toMatchObject({ body: { error: 'missing_field', field: 'scheduled_at' } });
      expect(await patch(id, { scheduled_at: 'x' })).toMatchObject({ body: { error: 'validation_failed', field: 'scheduled_at' } });
      expect(await patch(id, { scheduled_at: future + YEARS_101 })).toMatchObject({ body: { error: 'validation_failed' } });
      expect(await patch(id, { scheduled_at: await now() })).toMatchObject({ body: { error: 'scheduled_at_must_be_in_the_future' } });
      expect(await patch(id, { scheduled_at: future })).toMatchObject({
        status: 422,
        body: { error: 'message_not_reschedulable', status: 'sent' },
      });
    });
  });

  describe('DELETE /v1/email/{id}', () => {
    const cancel = (id: string, as = tenant) => as.call('DELETE', `/v1/email/${id}`);

    it('cancels what waits, once, and tells of it', async () => {
      const { at, body } = await schedule();
      expect((await cancel(body.message_id, other)).status).toBe(404);
      expect(await cancel(body.message_id)).toMatchObject({ status: 200, body: { message_id: body.message_id, status: 'cancelled' } });
      expect(await cancel(body.message_id)).toMatchObject({ status: 422, body: { error: 'message_not_cancellable', status: 'cancelled' } });
      await advance(2 * HOUR);
      await server.run('dispatch');
      const message = await get(body.message_id);
      expect(message).toMatchObject({ status: 'cancelled', scheduled_at: at });
      expect(types(message)).toEqual(['scheduled', 'cancelled']);
    });

    it('tells of those alone who would have got it', async () => {
      await tenant.call('POST', '/v1/suppressions', { body: { email: 'listed@example.net' } });
      const { body } = await send({ to: ['listed@example.net', 'b@example.net'], scheduled_at: (await now()) + HOUR });
      expect((await cancel(body.message_id)).status).toBe(200);
      expect((await get(body.message_id)).events).toMatchObject([
        { type: 'suppressed', recipients: ['listed@example.net'] },
        { type: 'scheduled', recipients: ['b@example.net'] },
        { type: 'cancelled', recipients: ['b@example.net'] },
      ]);
    });

    it('needs full access', async () => {
      const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 's', permission: 'sending_access' } });
      const { body } = await schedule();
      for (const method of ['PATCH', 'DELETE'] as const) {
        expect((await server.as(key.key)(method, `/v1/email/${body.message_id}`, { body: {} })).status).toBe(403);
      }
    });
  });
});
