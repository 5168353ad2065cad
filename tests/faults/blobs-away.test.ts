import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { type S3Server, startS3Server } from '../support/fakes/s3-server.ts';
import { file, importsOf } from '../support/fixtures/imports.ts';
import { download, upload } from '../support/fixtures/upload.ts';
import { useServer, useTenant } from '../support/posthorn.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(engines)('a store of blobs that is away, with the rest on $name', (engine) => {
  let s3: S3Server;

  beforeAll(async () => {
    s3 = await startS3Server();
  });
  afterAll(() => s3.close());
  const server = useServer(engine, () => ({ CLOCK: 'virtual', JOB_INTERVAL_MS: '2000000000', BLOBS_URL: s3.url }));
  const tenant = useTenant(server);
  beforeEach(() => s3.fail(() => undefined));

  const away = () => s3.fail(() => ({ status: 503 }));
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const send = () => {
    const attachments = [{ filename: 'a', content: Buffer.from('inline').toString('base64') }];
    return tenant.call('POST', '/v1/email', {
      body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', attachments },
    });
  };
  const statusOf = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body.status;
  /** A mail is tried in vain, and goes out once the store is back. */
  async function isHeldUntilBack(id: string): Promise<void> {
    await server.run('dispatch');
    expect(await statusOf(id)).toBe('queued');
    s3.fail(() => undefined);
    await advance(MINUTE);
    await server.run('dispatch');
    expect(await statusOf(id)).toBe('sent');
  }

  it('is a 503 to uploads, downloads and sends with attachments', async () => {
    const { body } = await upload(server.url, tenant.key, { content: 'x' });
    away();
    expect((await upload(server.url, tenant.key, { content: 'x' })).body.error).toBe('service_unavailable');
    expect((await download(server.url, tenant.key, body.storage_key)).status).toBe(503);
    expect(await send()).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
  });

  it('holds mail up and does not lose it', async () => {
    const { body } = await send();
    away();
    await isHeldUntilBack(body.message_id);
  });

  it.each([
    ['is there in part', { status: 200, body: 'in' }],
    ['is longer than it was', { status: 200, body: 'inline and more' }],
    ['breaks off', { status: 200, headers: { 'content-length': '6' }, body: 'in', cut: true }],
    ['is refused', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }],
    ['is in a bucket that is gone', { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' }],
  ])('sends no mail whose file %s, and sends it whole later', async (_case, answer) => {
    const { body } = await send();
    s3.fail(({ method }) => (method === 'GET' ? answer : undefined));
    await isHeldUntilBack(body.message_id);
    const { data } = (await server.admin('GET', '/admin/captured?limit=1')).body;
    const { raw } = (await server.admin('GET', `/admin/captured/${data[0].id}`)).body;
    expect([data[0].message_id, raw.includes(Buffer.from('inline').toString('base64'))]).toEqual([body.message_id, true]);
  });

  it.each([403, 404, 500, 503])('is a 503 that says to come again, and no more, where it answers %i', async (status) => {
    const { body } = await upload(server.url, tenant.key, { content: 'x' });
    s3.fail(() => ({ status, body: '<Error><Code>NoSuchBucket</Code></Error>' }));
    const storageKey: string = body.storage_key;
    const answers = [
      await upload(server.url, tenant.key, { content: 'x' }),
      await send(),
      await download(server.url, tenant.key, storageKey),
    ];
    expect(answers.map((answer) => [answer.status, answer.headers.get('retry-after')])).toEqual(answers.map(() => [503, '1']));
  });

  it('ends no import whose file it does not give whole', async () => {
    const imports = importsOf(server, tenant);
    const id = await imports.upload(file(2));
    const [cut, gone] = [
      { status: 200, body: file(1) },
      { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' },
    ];
    for (const answer of [cut, gone]) {
      s3.fail(({ method }) => (method === 'GET' ? answer : undefined));
      await imports.run();
      expect((await imports.show(id)).status).toBe('pending');
    }
    s3.fail(() => undefined);
    await imports.run();
    expect(await imports.show(id)).toMatchObject({ status: 'done', total_rows: 2, created: 2 });
  });

  it('loses none of what is to be removed', async () => {
    await upload(server.url, tenant.key, { content: 'x' });
    await advance(7 * DAY);
    const stored = s3.objects.size;
    away();
    expect((await server.admin('POST', '/admin/jobs/cleanup/run')).status).toBe(503);
    expect(s3.objects.size).toBe(stored);
    s3.fail(() => undefined);
    await server.run('cleanup');
    expect(s3.objects.size).toBeLessThan(stored);
  });

  it('keeps a deleted tenant until its files are gone', async () => {
    const leaving = await server.mint();
    await upload(server.url, leaving.key, { content: 'x' });
    away();
    await server.admin('DELETE', `/admin/tenants/${leaving.id}`);
    await server.admin('POST', '/admin/jobs/cleanup/run');
    s3.fail(() => undefined);
    expect([...s3.objects.keys()].filter((key) => key.includes(leaving.id)).length).toBe(1);
    await server.run('cleanup');
    expect([...s3.objects.keys()].filter((key) => key.includes(leaving.id))).toEqual([]);
  });
});
