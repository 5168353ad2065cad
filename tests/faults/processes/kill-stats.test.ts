import { openDatabase } from '@posthorn/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Engine, engines, type TestDatabase } from '../../support/engines.ts';
import { addAudience, addContacts, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { type ExpectedHours, expectedStats, figuresOf } from '../../support/fixtures/expected-stats.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { type ServerProcess, spawnServer } from '../../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const SENDERS = 10;
/** The full run is `KILL_ACCEPTED=4000 KILL_CONTACTS=2000 KILLS=20`. */
const ACCEPTED = Number(process.env.KILL_ACCEPTED ?? 300);
const CONTACTS = Number(process.env.KILL_CONTACTS ?? 200);
/** Fewer on PostgreSQL, where each costs the time until a dead worker is detected. */
const killsOn = ({ name }: Engine) => Number(process.env.KILLS ?? (name === 'sqlite' ? 4 : 2));
/** One of so many addresses belongs to no contact. */
const GONE = 7;

describe.each(engines)('kill -9 amid what is counted on $name', (engine) => {
  let database: TestDatabase;
  let sink: SmtpSink;
  let server: Promise<ServerProcess>;
  const kills = killsOn(engine);

  // Pending counts are folded all the time.
  const start = () => spawnServer({ DATABASE_URL: database.url, PROVIDER_URL: sink.url, JOB_INTERVAL_MS: '50' });

  beforeEach(async () => {
    database = await engine.create();
    sink = await startSmtpSink({ onRcpt: (to) => (to.startsWith('gone') ? '550 5.1.1 No such user' : undefined) });
    server = start();
  });
  afterEach(async () => {
    await (await server).end('SIGKILL');
    await sink.close();
    await database.drop();
  });

  async function killAndStart(): Promise<void> {
    const running = await server;
    const { promise, resolve } = Promise.withResolvers<ServerProcess>();
    server = promise;
    await running.end('SIGKILL');
    resolve(await start());
  }

  /** Repeats until there is a response: while the server is down there is none. */
  async function retryUntilReachable(tenant: TestTenant, ...[method, path, options]: Parameters<TestTenant['call']>) {
    return eventually(async () => {
      const answer = await caller((await server).url, tenant.key)(method, path, options).catch(() => undefined);
      return answer !== undefined && answer.status < 500 ? answer : undefined;
    });
  }

  async function hoursOf(tenant: TestTenant): Promise<ExpectedHours> {
    const { body } = await retryUntilReachable(tenant, 'GET', '/v1/stats?interval=hour');
    expect(body.complete).toBe(true);
    return figuresOf(body.data);
  }

  it('leaves figures that are those of the events', { timeout: 600_000 + kills * 60_000 }, async () => {
    const { url } = await server;
    const tenant = await mintTenant(url, caller(url, OPERATOR_TOKEN), { rate_limit: -1 });
    const audience = await addAudience(tenant, await addContacts(tenant, CONTACTS));
    const draft = await writeDraft(tenant, audience);
    let [begun, done] = [0, 0];
    const waiting: { count: number; resolve(): void }[] = [];

    async function sender(): Promise<void> {
      while (begun < ACCEPTED) {
        begun += 1;
        const number = begun;
        const to = [`${number % GONE === 0 ? 'gone' : 'user'}${number}@example.net`, `cc${number}@example.net`];
        const body = { from: tenant.from, to, subject: 'x', text_body: 'x', test_mode: number % GONE === 1 };
        const { status } = await retryUntilReachable(tenant, 'POST', '/v1/email', { body, headers: { 'Idempotency-Key': `k${number}` } });
        expect([200, 202]).toContain(status);
        done += 1;
        for (const { resolve } of waiting.filter(({ count }) => done >= count)) resolve();
      }
    }
    async function killer(): Promise<void> {
      for (let kill = 0; kill < kills; kill += 1) {
        const count = Math.floor((ACCEPTED * (kill + Math.random())) / kills);
        if (done < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
        await killAndStart();
        if (kill === 0) await retryUntilReachable(tenant, 'POST', `/v1/broadcasts/${draft}/send`);
      }
    }
    await Promise.all([killer(), ...Array.from({ length: SENDERS }, sender)]);

    const left = await eventually(async () => {
      const { body } = await caller((await server).url, OPERATOR_TOKEN)('GET', '/admin/stats');
      const { queued = 0, sending = 0, sent = 0, failed = 0 } = body.messages;
      return queued + sending === 0 && sent + failed === ACCEPTED + CONTACTS ? { sent, failed } : undefined;
    }, 300_000);
    expect(left.sent).toBeGreaterThan(0);
    const before = await hoursOf(tenant);
    expect((await retryUntilReachable(tenant, 'GET', `/v1/stats?broadcast_id=${draft}`)).body.totals).toMatchObject({
      accepted: CONTACTS,
      sent: CONTACTS,
    });
    await caller((await server).url, OPERATOR_TOKEN)('POST', '/admin/jobs/stats/run');
    const after = await hoursOf(tenant);
    const test = figuresOf((await retryUntilReachable(tenant, 'GET', '/v1/stats?interval=hour&test_mode=true')).body.data);
    await (await server).end('SIGKILL');

    const db = await openDatabase(database.url);
    const expected = await expectedStats(db, { tenantId: tenant.id });
    const expectedTest = await expectedStats(db, { tenantId: tenant.id, testMode: true });
    await db.close();
    expect(Object.values(expected).reduce((sum, hour) => sum + (hour.accepted ?? 0), 0)).toBeGreaterThan(CONTACTS);
    expect(before).toEqual(expected);
    expect(after).toEqual(expected);
    expect(test).toEqual(expectedTest);
  });
});
