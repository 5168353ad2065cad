import { openDatabase } from '@posthorn/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../../support/engines.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { type ServerProcess, spawnServer } from '../../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';
import { type SubmissionRoute, submissionRoutes } from './submission-routes.ts';

const SENDERS = 20;
/** Enlarged by KILL_ACCEPTED and KILLS, such as 10000 and 50. */
const ACCEPTED = Number(process.env.KILL_ACCEPTED ?? 400);
/** A job whose worker died five times is given up, and its messages are postponed: with more kills the last of them may be late. */
const KILLS = Number(process.env.KILLS ?? 3);
/** One of so many keys is sent again although it was answered. */
const REPEATED = 10;

const cases = engines.flatMap((engine) => submissionRoutes.map((each) => ({ engine, name: engine.name, ...each })));

describe.each(cases)('kill -9 under senders by $route on $name', ({ engine, open }) => {
  let route: SubmissionRoute;
  let database: TestDatabase;
  let sink: SmtpSink;
  let server: Promise<ServerProcess>;

  beforeEach(async () => {
    route = await open();
    database = await engine.create();
    sink = await startSmtpSink();
    server = start();
  });
  afterEach(async () => {
    await (await server).end('SIGKILL');
    await sink.close();
    await database.drop();
    route.close();
  });

  const start = () => spawnServer({ ...route.environment, DATABASE_URL: database.url, PROVIDER_URL: sink.url, JOB_INTERVAL_MS: '500' });

  async function killAndStart(): Promise<void> {
    const running = await server;
    const { promise, resolve } = Promise.withResolvers<ServerProcess>();
    server = promise;
    await running.end('SIGKILL');
    resolve(await start());
  }

  /** Repeats until there is a response, like a client that does not know whether the last attempt succeeded. */
  async function send(tenant: TestTenant, key: string): Promise<string> {
    for (;;) {
      const id = await route.handOver(await server, tenant, { key, from: tenant.from, to: `${key}@example.net` });
      if (id !== undefined) return id;
    }
  }

  async function findOutcome() {
    const { read, close } = await openDatabase(database.url);
    const messages = await read.selectFrom('messages').select(['id', 'subject', 'status', 'due_at', 'claim_job']).execute();
    const doubted = await read.selectFrom('delivery_attempts').select('message_id').where('outcome', '=', 'in_doubt').execute();
    await close();
    return { messages, doubted: doubted.map(({ message_id }) => message_id) };
  }

  it('loses nothing that was accepted, accepts nothing twice, and sends twice only what was in doubt', { timeout: 900_000 }, async () => {
    const { url } = await server;
    const tenant = await mintTenant(url, caller(url, OPERATOR_TOKEN), { rate_limit: 1_000_000 });
    const accepted = new Map<string, string>();
    const waiting: { count: number; resolve(): void }[] = [];
    let begun = 0;

    async function sender(): Promise<void> {
      while (begun < ACCEPTED) {
        begun += 1;
        const number = begun;
        const key = `k${number}`;
        accepted.set(key, await send(tenant, key));
        for (const { resolve } of waiting.filter(({ count }) => accepted.size >= count)) resolve();
        if (number % REPEATED === 0) expect(await send(tenant, key)).toBe(accepted.get(key));
      }
    }
    async function killer(): Promise<void> {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const count = Math.floor((ACCEPTED * (kill + Math.random())) / KILLS);
        if (accepted.size < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
        await killAndStart();
      }
    }
    await Promise.all([killer(), ...Array.from({ length: SENDERS }, sender)]);

    const admin = caller((await server).url, OPERATOR_TOKEN);
    await eventually(async () => {
      const { body } = await admin('GET', '/admin/stats');
      return body.messages.sent === ACCEPTED ? true : undefined;
    }, 300_000);
    await (await server).end('SIGKILL');

    const { messages, doubted } = await findOutcome();
    expect(new Map(messages.map(({ id, subject }) => [subject, id]))).toEqual(accepted);
    expect(messages.length).toBe(ACCEPTED);
    expect(messages.filter(({ status, due_at, claim_job }) => status !== 'sent' || due_at !== null || claim_job !== null)).toEqual([]);
    const copies = new Map<string, number>();
    for (const { envelope } of sink.mails) for (const to of envelope.to) copies.set(to, (copies.get(to) ?? 0) + 1);
    const wrong = messages.filter(({ id, subject }) => {
      const got = copies.get(`${subject}@example.net`) ?? 0;
      return got < 1 || got > 1 + doubted.filter((doubt) => doubt === id).length;
    });
    expect(wrong).toEqual([]);
    expect(copies.size).toBe(ACCEPTED);
  });
});
