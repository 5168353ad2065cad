import { verifyWebhook } from '@posthorn/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guides } from '../docs/documents.ts';
import { postgres, sqlite, type TestDatabase } from '../support/engines.ts';
import { type ReceivedHook, startWebhookReceiver, type WebhookReceiver } from '../support/fakes/webhook-receiver.ts';
import { openBrowser } from '../support/fixtures/people.ts';
import { download } from '../support/fixtures/upload.ts';
import { type SmtpSink, startSmtpSink } from '../support/mail/smtp-sink.ts';
import { BY_HAND } from '../support/posthorn.ts';
import { posthorn } from '../support/processes/command-line.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { CONTACTS, FILE, KEYED, leaveWork, live, made, readAll } from './move-life.ts';

const SECRET_KEY = 's'.repeat(40);

describe('a life that is moved from SQLite to PostgreSQL', () => {
  const databases: TestDatabase[] = [];
  let hooks: WebhookReceiver;
  let sink: SmtpSink;
  let moved: TestServer;
  let life: Awaited<ReturnType<typeof live>>;
  let left: Awaited<ReturnType<typeof leaveWork>>;
  let [before, cursor]: [ReadonlyMap<string, unknown>, string] = [new Map(), ''];
  let said = '';

  const environment = (more: object) => ({ ...BY_HAND, SECRET_KEY, WEBHOOK_ALLOW_PRIVATE: 'true', INBOUND_SMTP_PORT: '0', ...more });

  async function liveOn(file: TestDatabase): Promise<void> {
    const busy = await startSmtpSink({ onMailFrom: () => '451 4.3.2 Later' });
    const server = await startTestServer(sqlite, environment({ PROVIDER_URL: busy.url }), file);
    life = await live(server, { hook: hooks.url('/in') });
    await server.stop();
    expect(busy.mails).toEqual([]);
    await busy.close();
    const intake = await startTestServer(sqlite, environment({ ROLE: 'api' }), file);
    left = await leaveWork(intake, life.tenant, life.audience);
    const call = intake.as(life.tenant.key);
    before = await readAll(intake, call);
    cursor = (await made(call('GET', '/v1/events?limit=100'))).next_cursor;
    await intake.stop();
  }

  beforeAll(async () => {
    hooks = await startWebhookReceiver();
    hooks.answer('/in', 500, 204);
    sink = await startSmtpSink();
    const [file, target] = [await sqlite.create(), await postgres.createEmpty()];
    databases.push(file, target);
    await liveOn(file);
    const { code, stdout, stderr } = await posthorn(['move'], {
      environment: { DATABASE_URL: file.url, TARGET_DATABASE_URL: target.url, SECRET_KEY },
    });
    if (code !== 0) throw new Error(stderr);
    said = stdout;
  });
  afterAll(async () => {
    await moved?.stop();
    await sink.close();
    await hooks.close();
    for (const database of databases) await database.drop();
  });

  const [file, target] = [() => databases[0] as TestDatabase, () => databases[1] as TestDatabase];
  const call = (...given: Parameters<TestServer['admin']>) => moved.as(life.tenant.key)(...given);
  const mailOf = (subject: string) => Array.from({ length: CONTACTS }, () => subject);
  const subjects = () => sink.mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1]).toSorted();

  it('is done as the guide says', () => {
    const blocks = guides.find(({ path }) => path === 'docs/production.md')?.blocks ?? [];
    const [block, ...others] = blocks.filter(({ text }) => text.includes('posthorn move'));
    expect(others).toEqual([]);
    expect(
      block?.text
        .trim()
        .split('\n')
        .map((line) => line.trim().replace(/=.*/, '')),
    ).toEqual(['set -a; . /etc/posthorn.env; set +a', 'export TARGET_DATABASE_URL', 'posthorn move']);
  });

  it('says what the new servers need, and no password', () => {
    expect(said).toMatch(/Moved [\d,]+ rows and \d+ waiting jobs; both databases have the same number of each\./);
    expect(said).toContain('SECRET_KEY to what it is here');
  });

  it('answers all that it answered before', async () => {
    const server = await startTestServer(postgres, environment({ ROLE: 'api', PROVIDER_URL: sink.url }), target());
    const answered = await readAll(server, server.as(life.tenant.key)).finally(server.stop);
    expect(answered).toEqual(before);
    const isEmpty = (body: unknown) => Array.isArray(body) && body.length === 0;
    expect([...before].filter(([, body]) => isEmpty(body)).map(([path]) => path)).toEqual([]);
  });

  describe('once it is served there', () => {
    const messageIds = async () => (await made(call('GET', '/v1/messages?limit=100'))).data.map(({ id }: { id: string }) => id);

    beforeAll(async () => {
      moved = await startTestServer(postgres, environment({ PROVIDER_URL: sink.url }), target());
    });

    it('gives the same answer for the same key, and the bytes of a file', async () => {
      const { message_id } = await made(call('POST', '/v1/email', { body: left.keyedBody, ...KEYED }));
      expect(message_id).toBe(left.queued.message_id);
      const { bytes } = await download(moved.url, life.tenant.key, left.stored.storage_key);
      expect(bytes.equals(FILE)).toBe(true);
    });

    it('delivers at once what jobs were waiting for, once', async () => {
      await moved.run('fanout');
      await moved.run('dispatch');
      // The minute until the next try may be over by now.
      expect(subjects().filter((subject) => subject !== 'tried')).toEqual([...mailOf('fresh'), 'queued']);
    });

    it('delivers what is due later, what is retried and what was paused when its time comes, once', async () => {
      await made(moved.admin('POST', '/admin/clock', { body: { advance_ms: 2 * 3_600_000 } }));
      await made(call('POST', `/v1/broadcasts/${life.paused}/resume`));
      for (const job of ['scheduler', 'automations', 'fanout', 'dispatch', 'fanout', 'dispatch']) await moved.run(job);
      expect(subjects()).toEqual([...mailOf('fresh'), 'Subject later', ...mailOf('paused'), 'queued', 'scheduled', 'tried'].toSorted());
      const { data } = await made(call('GET', '/v1/messages?limit=100'));
      const open = data.filter(({ status }: { status: string }) => ['queued', 'scheduled', 'sending'].includes(status));
      expect(open).toEqual([]);
      expect(new Set(await messageIds()).size).toBe(data.length);
    });

    it('posts to the webhook what is tried again, signed with its secret', async () => {
      await moved.run('webhooks');
      const [first] = hooks.at('/in');
      const again = hooks.at('/in').filter(({ headers }) => headers['webhook-id'] === first?.headers['webhook-id']);
      expect(again).toHaveLength(2);
      const verify = ({ headers, body }: ReceivedHook) =>
        verifyWebhook(body, new Headers(headers as Record<string, string>), life.webhook.secret);
      await Promise.all(hooks.at('/in').slice(1).map(verify));
    });

    it('ends imports and exports that were waiting', async () => {
      for (const job of ['import', 'export']) await moved.run(job);
      expect(await made(call('GET', `/v1/contacts/imports/${left.imported.import_id}`))).toMatchObject({ status: 'done', created: 3 });
      expect(await made(call('GET', `/v1/contacts/exports/${left.exported.export_id}`))).toMatchObject({ status: 'done' });
    });

    it('goes on with the feed where a reader was', async () => {
      const { data } = await made(call('GET', `/v1/events?after=${cursor}&limit=100`));
      const all = (await made(call('GET', '/v1/events?limit=100'))).data.map(({ event_id }: { event_id: string }) => event_id);
      expect(data.length).toBeGreaterThan(0);
      expect(data.map(({ event_id }: { event_id: string }) => event_id)).toEqual(all.slice(all.indexOf(cursor) + 1));
    });

    it('knows people, and who is suppressed or was erased', async () => {
      const { cookie } = life.person.browser;
      expect((await openBrowser(moved, cookie).call('GET', '/account/me')).body).toMatchObject({ email: life.person.email });
      const send = (to: string) => call('POST', '/v1/email', { body: { from: life.tenant.from, to: [to], subject: 'x', text_body: 'x' } });
      for (const to of ['gone@example.net', 'erased@example.net']) expect((await send(to)).body.status).toBe('suppressed');
    });

    it('refuses to serve the file', async () => {
      for (const command of ['serve', 'start', 'migrate', 'rekey'])
        expect(await posthorn([command], { environment: { DATABASE_URL: file().url, SECRET_KEY, PORT: '0' } })).toMatchObject({
          code: 2,
          stderr: expect.stringMatching(
            /^posthorn: DATABASE_URL: its data was moved to postgres:\/\/127\.0\.0\.1:\d+\/posthorn_\w+ on [\d-]+; serve that one\n$/,
          ),
        });
    });
  });
});
