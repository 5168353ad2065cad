import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@posthorn/server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { abandonMove } from '../../../server/src/move/abandon-move.ts';
import { moveDatabase } from '../../../server/src/move/move-database.ts';
import { postgres, sqlite, type TestDatabase } from '../../support/engines.ts';
import { startWebhookReceiver } from '../../support/fakes/webhook-receiver.ts';
import { useFolder } from '../../support/folder.ts';
import { startSmtpScript } from '../../support/mail/smtp-script.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { posthorn } from '../../support/processes/command-line.ts';
import { type Moment, moments } from '../../support/processes/move-moments.ts';
import { inherited, spawnServer } from '../../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, startTestServer } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const SECRET_KEY = 's'.repeat(40);
const SCRIPT = join(import.meta.dirname, '../../support/processes/killed-move.ts');

describe('a move that is killed', () => {
  let [file, target]: TestDatabase[] = [];
  let sink: SmtpSink;
  const urlOf = (database: TestDatabase | undefined) => database?.url ?? '';

  beforeEach(async () => {
    [file, target] = [await sqlite.create(), await postgres.createEmpty()];
    sink = await startSmtpSink();
    const server = await startTestServer(sqlite, { SECRET_KEY, ROLE: 'api' }, file);
    const tenant = await server.mint();
    await tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' } });
    await server.stop();
  });
  afterEach(async () => {
    await sink.close();
    await file?.drop();
    await target?.drop();
  });

  const environment = () => ({ DATABASE_URL: urlOf(file), TARGET_DATABASE_URL: urlOf(target), SECRET_KEY });
  async function run(act: typeof moveDatabase, more: Record<string, string> = {}): Promise<string[]> {
    const said: string[] = [];
    await act({ environment: { ...environment(), ...more, LOG_LEVEL: 'silent' }, say: (line) => void said.push(line) });
    return said;
  }
  const serveFile = () => startTestServer(sqlite, { SECRET_KEY }, file);

  async function killAt(moment: Moment): Promise<void> {
    const child = spawn(process.execPath, [SCRIPT, moment], { env: { ...inherited, ...environment() }, stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  }

  /** How many messages are there; none where there is no table of them. */
  async function countThere(): Promise<number> {
    const db = await openDatabase(urlOf(target));
    const rows = await db.read.selectFrom('messages').select('id').execute().finally(db.close);
    return rows.length;
  }

  /** Has what waits in a database delivered. */
  async function deliver(database: TestDatabase | undefined, engine = postgres): Promise<void> {
    const server = await startTestServer(engine, { SECRET_KEY, PROVIDER_URL: sink.url }, database);
    await sink.waitFor(1);
    await server.run('dispatch');
    await server.stop();
    expect(sink.mails).toHaveLength(1);
  }

  it.each(moments)(
    'at the moment “%s” serves nothing from the file, and is ended by the next, by which mail leaves once',
    async (moment) => {
      await killAt(moment);
      expect(await countThere()).toBe(moment === 'committed' ? 1 : 0);
      await expect(serveFile()).rejects.toThrow(/^DATABASE_URL: a move of its data to \S+ was broken off; run posthorn move again/);
      const [first] = await run(moveDatabase);
      expect(first).toBe(moment === 'committed' ? 'Everything had arrived already.' : 'looking at what arrived');
      await expect(serveFile()).rejects.toThrow('was moved to');
      await expect(run(moveDatabase)).rejects.toThrow('was moved to');
      await deliver(target);
    },
  );

  it.each(moments.filter((moment) => moment !== 'committed'))(
    'at the moment “%s” can be given up: the file is served as before',
    async (moment) => {
      await killAt(moment);
      expect(await run(abandonMove)).toEqual(['The move is given up; the file may be served.']);
      await expect(run(abandonMove)).rejects.toThrow('DATABASE_URL: no move of it was broken off; it may be served');
      await deliver(file, sqlite);
      expect(await countThere()).toBe(0);
    },
  );

  it('once everything has arrived cannot be given up', async () => {
    await killAt('committed');
    await expect(run(abandonMove)).rejects.toThrow('TARGET_DATABASE_URL: everything has arrived there; run posthorn move again');
    await expect(serveFile()).rejects.toThrow('was broken off');
  });

  it('goes to no other database, nor is given up by one', async () => {
    await killAt('amid');
    const other = await postgres.createEmpty();
    const there = { TARGET_DATABASE_URL: other.url };
    for (const act of [moveDatabase, abandonMove])
      await expect(run(act, there)).rejects.toThrow(/to postgres:\/\/127\.0\.0\.1:\d+\/posthorn_\w+.*name that one/);
    await other.drop();
  });
});

describe('what a killed server had in hand', () => {
  const folder = useFolder();

  it('is delivered where it was moved to, at once', async () => {
    const [file, target] = [await sqlite.create(), await postgres.createEmpty()];
    const [script, sink, hooks] = [await startSmtpScript({ RCPT: 'hang' }), await startSmtpSink(), await startWebhookReceiver()];
    onTestFinished(async () => {
      for (const each of [script, sink, hooks]) await each.close();
      for (const database of [file, target]) await database.drop();
    });
    hooks.answer('/in', 'hang', 204);
    const authority = join(folder, 'ca.pem');
    writeFileSync(authority, hooks.certificate.cert);
    const first = await spawnServer({
      DATABASE_URL: file.url,
      SECRET_KEY,
      PROVIDER_URL: script.url,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      NODE_EXTRA_CA_CERTS: authority,
    });
    const tenant = await mintTenant(first.url, caller(first.url, OPERATOR_TOKEN));
    await tenant.call('POST', '/v1/webhooks', { body: { url: hooks.url('/in'), events: ['*'] } });
    await tenant.call('POST', '/v1/contacts', { body: { email: 'a@example.net' } });
    await tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' } });
    await eventually(async () => script.commands.some((line) => line.startsWith('RCPT')) || undefined);
    await eventually(async () => hooks.at('/in').length === 1 || undefined);
    await first.end('SIGKILL');

    const environment = { DATABASE_URL: file.url, TARGET_DATABASE_URL: target.url, SECRET_KEY };
    expect(await posthorn(['move'], { environment })).toMatchObject({ code: 0, stdout: expect.stringContaining(' and 2 waiting jobs;') });
    const second = await startTestServer(postgres, { SECRET_KEY, PROVIDER_URL: sink.url, WEBHOOK_ALLOW_PRIVATE: 'true' }, target);
    await sink.waitFor(1);
    await eventually(async () => hooks.at('/in').length >= 2 || undefined);
    await second.stop();
    expect(sink.mails).toHaveLength(1);
  });
});
