import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(engines)('mail that was put off and then waits for its sender on $name', (engine) => {
  let sink: SmtpSink;
  let isLater = true;

  beforeAll(async () => {
    sink = await startSmtpSink({ onRcpt: () => (isLater ? '450 4.2.0 Later' : undefined) });
  });
  afterAll(() => sink.close());
  const server = useServer(engine, () => ({ ...BY_HAND, PROVIDER_URL: sink.url }));
  const tenant = useNewTenant(server);
  beforeEach(() => {
    isLater = true;
  });

  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const suspend = (suspended: boolean) => server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended } });
  const putOff = async () => {
    const mail = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const { body } = await tenant.call('POST', '/v1/email', { body: mail });
    await server.run('dispatch');
    expect(await get(body.message_id)).toMatchObject({ status: 'queued', recipients: [{ status: 'delayed' }] });
    return body.message_id as string;
  };
  /** Sees it put off once more, and then taken. */
  const expectTriedOn = async (id: string) => {
    await server.run('dispatch');
    expect(await get(id)).toMatchObject({ status: 'queued', recipients: [{ status: 'delayed' }] });
    isLater = false;
    await advance(5 * MINUTE);
    await server.run('dispatch');
    expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'sent' }] });
  };
  /** The Date of the mail that was taken last. */
  const lastDate = () => Date.parse(/^Date: (.*)$/m.exec(sink.mails.at(-1)?.raw.toString() ?? '')?.[1] ?? '');
  const toSecond = (ms: number) => Math.floor(ms / 1000) * 1000;
  const now = async () => (await server.admin('GET', '/admin/clock')).body.now as number;

  it('is tried for a day from the time that it was moved to', async () => {
    const id = await putOff();
    const at = (await now()) + 3 * DAY;
    const moved = await tenant.call('PATCH', `/v1/email/${id}`, { body: { scheduled_at: at } });
    expect(moved.status).toBe(200);
    await advance(3 * DAY);
    await expectTriedOn(id);
    expect(lastDate()).toBe(toSecond(at));
  });

  it('keeps the date of its first attempt otherwise', async () => {
    const at = await now();
    await expectTriedOn(await putOff());
    expect(lastDate()).toBe(toSecond(at));
  });

  it('is tried for a day from when its suspended tenant is let in again, and no longer', async () => {
    const ids = [await putOff(), await putOff()];
    await suspend(true);
    await advance(3 * DAY);
    await server.run('dispatch');
    await suspend(false);
    const [first = '', second = ''] = ids;
    await expectTriedOn(first);
    expect((await get(second)).status).toBe('sent');
    isLater = true;
    const last = await putOff();
    await suspend(true);
    await server.run('dispatch');
    await suspend(false);
    await advance(DAY + MINUTE);
    await server.run('dispatch');
    expect((await get(last)).status).toBe('failed');
  });
});
