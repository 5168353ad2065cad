import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Engine, engines, type TestDatabase } from '../support/engines.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/fakes/webhook-receiver.ts';
import { type SmtpSink, startSmtpSink } from '../support/mail/smtp-sink.ts';
import { type ServerProcess, spawnServer } from '../support/processes/process.ts';
import { caller, OPERATOR_TOKEN } from '../support/server.ts';
import { eventually } from '../support/wait.ts';
import { type Installed, installPosthorn } from './installed.ts';
import { readColumns } from './previous/columns.ts';
import type { Left } from './previous/leave-behind.ts';
import { type LeftFiles, leaveByRelease, readLeft, restoreLeft } from './previous/left.ts';
import { checkOut, type Release } from './previous/release.ts';

/** A revision, such as v0.3.0, that is taken out of git and run instead of what it has left behind here. */
const REVISION = process.env.UPGRADE_FROM;
const SECRET_KEY = 'k'.repeat(32);

let installed: Installed;
let release: Release | undefined;
let receiver: WebhookReceiver;
let authority: string;
beforeAll(async () => {
  installed = await installPosthorn();
  if (REVISION !== undefined) release = await checkOut(REVISION);
  receiver = await startWebhookReceiver();
  authority = join(mkdtempSync(join(tmpdir(), 'posthorn-authority-')), 'ca.pem');
  writeFileSync(authority, receiver.certificate.cert);
});
afterAll(async () => {
  await receiver.close();
  installed.remove();
  release?.remove();
  rmSync(dirname(authority), { recursive: true });
});

async function leave(engine: Engine): Promise<LeftFiles> {
  if (release === undefined) return readLeft(engine.name);
  const database = await engine.createEmpty();
  const files = await leaveByRelease(engine.name, database.url, release);
  await database.drop();
  return files;
}

describe.each(engines)('the package, where the version before was, on $name', (engine) => {
  let files: LeftFiles;
  let sink: SmtpSink;
  let database: TestDatabase;
  let left: Left;
  let running: ServerProcess[];

  beforeAll(async () => {
    files = await leave(engine);
  });
  beforeEach(async () => {
    running = [];
    sink = await startSmtpSink();
    ({ database, left } = await restoreLeft(engine, files, receiver.url('').replace(/\/$/, '')));
  });
  afterEach(async () => {
    for (const server of running) await server.end('SIGKILL');
    await sink.close();
    await database.drop();
  });

  const settings = () => ({
    ...{ DATABASE_URL: database.url, PROVIDER_URL: sink.url, SECRET_KEY, OPERATOR_TOKEN, JOB_INTERVAL_MS: '500' },
    ...{ WEBHOOK_ALLOW_PRIVATE: 'true', NODE_EXTRA_CA_CERTS: authority },
  });

  async function serve(role: 'all' | 'api'): Promise<ServerProcess> {
    const server = await spawnServer(
      { ...settings(), ROLE: role },
      { node: installed.node, command: [installed.program, 'serve'], cwd: installed.folder },
    );
    running.push(server);
    return server;
  }

  /** As docs/operations.md tells: a start on SQLite migrates by itself, and keeps a copy of the file. */
  async function upgrade(role: 'all' | 'api' = 'all'): Promise<ServerProcess> {
    if (engine.name === 'postgres') expect(await installed.run(['migrate'], settings())).toContain('Ran ');
    const server = await serve(role);
    if (engine.name === 'sqlite') expect(globSync(`${database.url.replace('sqlite:', '')}.before-*`)).toHaveLength(1);
    return server;
  }

  const sentTo = () => sink.mails.flatMap(({ envelope }) => envelope.to).sort();

  it('sends what waited and what is due, each once, and leaves the rest for its day', async () => {
    const { url } = await upgrade();
    const call = caller(url, left.keys.full);
    await sink.waitFor(left.open.length);
    await eventually(async () => {
      const { messages } = (await caller(url, OPERATOR_TOKEN)('GET', '/admin/stats')).body;
      return (messages.queued ?? 0) + (messages.sending ?? 0) === 0 ? true : undefined;
    });
    expect(sentTo()).toEqual(left.open.toSorted());
    const subjects = await Promise.all(sink.mails.map(async ({ raw }) => (await PostalMime.parse(raw)).subject));
    const broadcasts = ['Begun', 'Planned'].flatMap((name) => [0, 1, 2].map((n) => `${name} for ${n}`));
    const others = ['An hour later', 'For soon@example.net', 'For waiting@example.net', 'Welcome, Bo'];
    expect(subjects.sort()).toEqual([...broadcasts, ...others].sort());
    await eventually(async () => {
      const { data } = (await call('GET', '/v1/broadcasts')).body;
      return data.length === 3 && data.every(({ status }: { status: string }) => status === 'sent') ? true : undefined;
    });
    const waiting = sink.mails.find(({ envelope }) => envelope.to.includes('waiting@example.net'));
    const { attachments } = await PostalMime.parse(waiting?.raw ?? '');
    expect(attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer).toString()])).toEqual([
      ['a.txt', 'attached'],
    ]);
    expect((await call('GET', `/v1/messages/${left.laterId}`)).body.status).toBe('scheduled');
  });

  it('answers as before, knows what was sent under a key, and lets each key do what it could', async () => {
    const first = await upgrade('api');
    const [full, limited] = [caller(first.url, left.keys.full), caller(first.url, left.keys.sending)];
    for (const [path, said] of Object.entries(left.said)) {
      const { status, body } = await full('GET', path);
      expect([path, status, body]).toMatchObject([path, 200, said as object]);
    }
    const { body, messageId } = left.repeated;
    const repeated = await full('POST', '/v1/email', { body, headers: { 'Idempotency-Key': 'waiting' } });
    expect(repeated.body.message_id).toBe(messageId);
    expect((await limited('GET', '/v1/contacts')).body.error).toBe('insufficient_scope');
    await first.end('SIGTERM');

    const sending = caller((await serve('all')).url, left.keys.sending);
    const mail = { from: left.from, to: ['new@example.net'], subject: 'New', text_body: 'Hi.' };
    expect((await sending('POST', '/v1/email', { body: mail })).status).toBe(202);
    await sink.waitFor(left.open.length + 1);
    expect(sentTo()).toEqual([...left.open, 'new@example.net'].sort());
  });

  it('tells webhooks what they had not heard, and finds and counts mail from before', async () => {
    const before = receiver.requests.length;
    const { url } = await upgrade();
    const call = caller(url, left.keys.full);
    await eventually(async () => (receiver.requests.slice(before).some((hook) => hook.body.includes(left.sentId)) ? true : undefined));
    const found = await eventually(async () => {
      const { body } = await call('GET', '/v1/messages/search?recipient=sent@example.net');
      return body.data.length > 0 ? body.data : undefined;
    });
    expect(found.map(({ id }: { id: string }) => id)).toEqual([left.sentId]);
    await eventually(async () => ((await call('GET', '/v1/stats')).body.complete ? true : undefined));
  });

  it('takes nothing from the tables, so that the version before goes on', async () => {
    const before = await readColumns(engine.name, database.url);
    await (await upgrade()).end('SIGTERM');
    running.pop();
    const after = await readColumns(engine.name, database.url);
    expect(after).toMatchObject(before);
    const added = Object.keys(before).flatMap((table) =>
      Object.entries(after[table] ?? {})
        .filter(([column]) => before[table]?.[column] === undefined)
        .map(([column, { isRequired }]) => ({ table, column, isRequired })),
    );
    expect(added.length).toBeGreaterThan(0);
    expect(added.filter(({ isRequired }) => isRequired)).toEqual([]);
  });

  const itIfAsked = REVISION === undefined ? () => undefined : it;
  itIfAsked('lets the version before run on, beside it and after it', async () => {
    const upgraded = await upgrade();
    await sink.waitFor(left.open.length);
    if (engine.name === 'sqlite') await upgraded.end('SIGTERM');
    const before = await release?.start({ ...settings(), ROLE: 'all' });
    if (before === undefined) throw new Error('no version before');
    running.push(before);
    const send = (server: ServerProcess, name: string) =>
      caller(server.url, left.keys.full)('POST', '/v1/email', {
        body: { from: left.from, to: [`${name}@example.net`], subject: name, text_body: 'Hi.' },
      });
    expect((await send(before, 'from-before')).status).toBe(202);
    if (engine.name === 'postgres') {
      expect((await send(upgraded, 'from-after')).status).toBe(202);
      await sink.waitFor(left.open.length + 2);
      await upgraded.end('SIGTERM');
    }
    expect((await send(before, 'from-before-alone')).status).toBe(202);
    await sink.waitFor(left.open.length + (engine.name === 'postgres' ? 3 : 2));
  });
});
