import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { download, upload } from '../../support/fixtures/upload.ts';
import { useFolder } from '../../support/folder.ts';
import { useServer, useTenant } from '../../support/posthorn.ts';
import { startTestServer } from '../../support/server.ts';

const DAY = 86_400_000;
const encoded = (text: string) => Buffer.from(text).toString('base64');

describe.each(engines)('the lifetime of files and bodies on $name', (engine) => {
  const folder = useFolder();
  const server = useServer(engine, {
    CLOCK: 'virtual',
    JOB_INTERVAL_MS: '2000000000',
    BLOBS_URL: `file:${folder}`,
    BODY_RETENTION_DAYS: '30',
  });
  const tenant = useTenant(server, { rate_limit: -1 });

  const put = async (content: string) => (await upload(server.url, tenant.key, { content })).body.storage_key as string;
  const statusOf = async (key: string) => (await download(server.url, tenant.key, key)).status;
  const advance = async (ms: number) => {
    await server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
    await server.run('dispatch');
    return server.run('cleanup');
  };
  const now = async () => (await server.admin('GET', '/admin/clock')).body.now as number;
  const send = async (attachments: object[] = [], change: object = {}) => {
    const mail = {
      from: tenant.from,
      to: ['a@example.net'],
      subject: 'x',
      html_body: '<p>x</p>',
      headers: { 'X-A': 'b' },
      reply_to: 'r@example.net',
    };
    const { body } = await tenant.call('POST', '/v1/email', { body: { ...mail, attachments, ...change } });
    return body.message_id as string;
  };
  const detail = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const files = async () => (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

  it('ends after 7 days for an upload that no message uses', async () => {
    const key = await put('unused');
    await advance(7 * DAY - 1);
    expect([await statusOf(key), await files()]).toEqual([200, 1]);
    await advance(1);
    expect([await statusOf(key), await files()]).toEqual([404, 0]);
  });

  it('does not begin for the attachments of a send that is not accepted', async () => {
    const unpaid = await server.mint({ daily_quota: 0 });
    const mail = {
      from: unpaid.from,
      to: ['a@example.net'],
      subject: 'x',
      text_body: 'x',
      attachments: [{ filename: 'a', content: encoded('x') }],
    };
    expect((await unpaid.call('POST', '/v1/email', { body: mail })).status).toBe(429);
    expect(await files()).toBe(0);
  });

  it('is that of the bodies that use a file, however many, and then all of it is gone but the message', async () => {
    const key = await put('used');
    const first = await send([
      { filename: 'a', storage_key: key },
      { filename: 'b', content: encoded('inline') },
    ]);
    const inline = `${tenant.id}/${first}/b`;
    await advance(0);
    await advance(20 * DAY);
    const second = await send([
      { filename: 'a', storage_key: key },
      { filename: 'again', storage_key: key },
    ]);
    await advance(0);
    await advance(10 * DAY - 1000);
    expect([await statusOf(key), await statusOf(inline)]).toEqual([200, 200]);
    expect(await detail(first)).toMatchObject({ html_body: '<p>x</p>', attachments: [{}, {}] });
    await advance(1000);
    expect([await statusOf(key), await statusOf(inline)]).toEqual([200, 404]);
    const { status, subject, recipients, events, ...kept } = await detail(first);
    expect(kept).toMatchObject({ html_body: null, text_body: null, headers: {}, reply_to: [], attachments: [] });
    expect([status, subject, recipients.length, events.length]).toEqual(['sent', 'x', 1, 1]);
    expect((await detail(second)).html_body).toBe('<p>x</p>');
    await advance(20 * DAY);
    expect([await statusOf(key), (await detail(second)).html_body, await files()]).toEqual([404, null, 0]);
  });

  it('of a scheduled body begins when it was sent', async () => {
    const id = await send([{ filename: 'b', content: encoded('inline') }], { scheduled_at: (await now()) + 365 * DAY });
    for (let month = 0; month < 12; month += 1) await advance(30 * DAY);
    await advance(5 * DAY);
    expect(await detail(id)).toMatchObject({ status: 'sent', html_body: '<p>x</p>' });
    await advance(30 * DAY - 1000);
    expect((await detail(id)).html_body).toBe('<p>x</p>');
    await advance(1000);
    expect(await detail(id)).toMatchObject({ status: 'sent', html_body: null });
  });

  it('of a scheduled body follows the message to an earlier time', async () => {
    const id = await send([], { scheduled_at: (await now()) + 365 * DAY });
    await advance(40 * DAY);
    await tenant.call('PATCH', `/v1/email/${id}`, { body: { scheduled_at: (await now()) + DAY } });
    await advance(DAY);
    expect((await detail(id)).status).toBe('sent');
    await advance(30 * DAY);
    expect((await detail(id)).html_body).toBeNull();
  });

  it.each([
    ['cancelled', async (id: string) => tenant.call('DELETE', `/v1/email/${id}`), { scheduled_at: Date.now() + 10_000 * DAY }],
    ['failed', async () => undefined, { test_mode: true, to: ['bounced@posthorn.test'] }],
  ])('of a body whose message is %s begins with that', async (status, end, change) => {
    const id = await send([], change);
    await end(id);
    expect((await detail(id)).status).toBe(status);
    await advance(30 * DAY - 1);
    expect((await detail(id)).html_body).toBe('<p>x</p>');
    await advance(1);
    expect(await detail(id)).toMatchObject({ status, html_body: null });
  });

  it('ends with the tenant', async () => {
    const leaving = await server.mint();
    await upload(server.url, leaving.key, { content: 'x' });
    const kept = await put('kept');
    expect((await readdir(folder)).sort()).toEqual([leaving.id, tenant.id].sort());
    await server.admin('DELETE', `/admin/tenants/${leaving.id}`);
    await server.run('cleanup');
    expect(await readdir(folder)).toEqual([tenant.id]);
    expect(await statusOf(kept)).toBe(200);
  });
});

describe.each(engines)('BODY_RETENTION_DAYS=0 on $name', (engine) => {
  it('keeps bodies and their files', async () => {
    const server = await startTestServer(engine, { CLOCK: 'virtual', JOB_INTERVAL_MS: '2000000000', BODY_RETENTION_DAYS: '0' });
    const tenant = await server.mint();
    const attachments = [{ filename: 'a', content: encoded('inline') }];
    const mail = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'kept', attachments };
    const { body } = await tenant.call('POST', '/v1/email', { body: mail });
    await server.run('dispatch');
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 1000 * DAY } });
    await server.run('cleanup');
    expect((await tenant.call('GET', `/v1/messages/${body.message_id}`)).body.text_body).toBe('kept');
    expect((await download(server.url, tenant.key, `${tenant.id}/${body.message_id}/a`)).status).toBe(200);
    await server.stop();
  });
});
