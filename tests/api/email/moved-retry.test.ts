import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(engines)('mail that was put off and is then moved on $name', (engine) => {
  let sink: SmtpSink;
  let isLater = true;

  beforeAll(async () => {
    sink = await startSmtpSink({ onRcpt: () => (isLater ? '450 4.2.0 Later' : undefined) });
  });
  afterAll(() => sink.close());
  const server = useServer(engine, () => ({ ...BY_HAND, PROVIDER_URL: sink.url }));
  const tenant = useTenant(server);

  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });

  it('is tried for a day from its new time on', async () => {
    const mail = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const { body } = await tenant.call('POST', '/v1/email', { body: mail });
    await server.run('dispatch');
    expect(await get(body.message_id)).toMatchObject({ status: 'queued', recipients: [{ status: 'delayed' }] });

    const { body: clock } = await server.admin('GET', '/admin/clock');
    const moved = await tenant.call('PATCH', `/v1/email/${body.message_id}`, { body: { scheduled_at: clock.now + 3 * DAY } });
    expect(moved.status).toBe(200);
    await advance(3 * DAY);
    await server.run('dispatch');
    expect(await get(body.message_id)).toMatchObject({ status: 'queued', recipients: [{ status: 'delayed' }] });

    isLater = false;
    await advance(5 * MINUTE);
    await server.run('dispatch');
    expect(await get(body.message_id)).toMatchObject({ status: 'sent', recipients: [{ status: 'sent' }] });
  });
});
