import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../support/engines.ts';
import { startTcpProxy, type TcpProxy } from '../support/fakes/tcp-proxy.ts';
import { type SmtpSink, startSmtpSink } from '../support/mail/smtp-sink.ts';
import { posthorn } from '../support/processes/command-line.ts';
import { type ServerProcess, spawnServer } from '../support/processes/process.ts';
import { alerts, firing, hasPromtool, holds, readSamples, type Sample } from '../support/prometheus.ts';
import { type Call, caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';
import { eventually } from '../support/wait.ts';

const MINUTE_MS = 60_000;
const SECRET_KEY = 'k'.repeat(32);
const WATCHED = ['PosthornProviderDown', 'PosthornMailPutOff', 'PosthornMailStands', 'PosthornDatabaseDown'];
const MAILS = 5;

if (!hasPromtool)
  console.warn('promtool is not there (in Debian it is in the package prometheus): alerts are evaluated without their time');

/** Returns those alerts on one metric whose conditions hold. */
const holding = (samples: readonly Sample[]) =>
  alerts.filter((alert) => WATCHED.includes(alert.alert) && holds(alert, samples) === true).map(({ alert }) => alert);

describe.each(engines)('a relay that dies and comes back, on $name', (engine) => {
  let database: TestDatabase;
  let sink: SmtpSink;
  let relay: TcpProxy;
  let server: ServerProcess;
  let admin: Call;
  let tenant: TestTenant;
  const scrapes: Sample[][] = [];

  beforeAll(async () => {
    database = await engine.create();
    sink = await startSmtpSink();
    relay = await startTcpProxy(sink.url);
    server = await spawnServer({
      DATABASE_URL: database.url,
      PROVIDER_URL: relay.url,
      CLOCK: 'virtual',
      JOB_INTERVAL_MS: '3600000',
      METRICS_TOKEN: 'a-token-for-metrics',
    });
    admin = caller(server.url, OPERATOR_TOKEN);
    tenant = await mintTenant(server.url, admin);
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    await relay.close();
    await sink.close();
    await database.drop();
  });

  /** A line of the log may come after the answer to whatever it is about. */
  const logged = (message: string) => eventually(async () => server.logged(message) || undefined);
  const send = (subject: string) =>
    tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.org'], subject, text_body: 'T' } });
  const run = (job: string) => admin('POST', `/admin/jobs/${job}/run`);
  const advance = (minutes: number) => admin('POST', '/admin/clock', { body: { advance_ms: minutes * MINUTE_MS } });
  const ready = async () => {
    const answer = await fetch(`${server.url}/health/ready`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const stats = async () => (await admin('GET', '/admin/stats')).body;
  /** After a look at the statistics, which are of this instant. */
  const scrape = async () => {
    await stats();
    const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: 'Bearer a-token-for-metrics' } });
    const samples = readSamples(await answer.text());
    scrapes.push(samples);
    return (name: string, labels: Record<string, string> = {}) =>
      samples.find((sample) => sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text))
        ?.value;
  };
  const doctor = async () => {
    const environment = {
      POSTHORN_URL: server.url,
      OPERATOR_TOKEN,
      SECRET_KEY,
      DATABASE_URL: database.url,
      PROVIDER_URL: relay.url,
      BASE_URL: server.url,
      DNS_SERVERS: '127.0.0.1:1',
    };
    const { code, stdout } = await posthorn(['doctor', '--json'], { environment });
    const findings = stdout.trim().split('\n');
    return { code, findings: findings.map((line) => JSON.parse(line) as Record<string, string>) };
  };

  it('is well at first', async () => {
    await send('before');
    await run('dispatch');
    const sample = await scrape();
    expect(sink.mails).toHaveLength(1);
    expect(sample('posthorn_provider_up', { provider: relay.url.replace(/\/$/, '') })).toBe(1);
    expect(sample('posthorn_messages_waiting', { state: 'queued', reason: 'retry' })).toBe(0);
    expect(sample('posthorn_delivery_attempts_total', { outcome: 'accepted' })).toBe(1);
    expect(sample('posthorn_outcome_latency_seconds_count', { outcome: 'sent' })).toBe(1);
    expect(await ready()).toMatchObject({ status: 'ready', checks: { database: 'ok', migrations: 'ok', provider: 'ok' } });
    expect((await stats()).findings).toEqual([]);
  });

  it('says so everywhere once mail is put off', async () => {
    await relay.refuse();
    for (let mail = 1; mail <= MAILS; mail += 1) expect((await send(`mail ${mail}`)).status).toBe(202);
    await run('dispatch');
    const sample = await scrape();
    expect(sample('posthorn_provider_up')).toBe(0);
    expect(sample('posthorn_messages_waiting', { state: 'queued', reason: 'retry' })).toBe(MAILS);
    expect(sample('posthorn_delivery_attempts_total', { outcome: 'deferred' })).toBe(MAILS);
    expect(sample('posthorn_provider_faults_total', { fault: 'unreachable' })).toBe(MAILS);
    await logged('the provider takes no mail: it is put off');

    const { checks } = await ready();
    expect(checks).toEqual({ database: 'ok', migrations: 'ok', provider: 'unreachable' });
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(503);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);

    const { provider, waiting, findings } = await stats();
    expect(provider).toMatchObject({ up: false, fault: 'unreachable' });
    expect(waiting).toMatchObject([{ state: 'queued', reason: 'retry', count: MAILS }]);
    expect(findings.map(({ subject }: { subject: string }) => subject)).toEqual(['provider', 'mail']);
    await run('watch');
    await logged('something stands still');

    const found = await doctor();
    expect(found.code).toBe(1);
    expect(found.findings).toContainEqual(expect.objectContaining({ subject: 'smtp', state: 'failed' }));
    expect(found.findings).toContainEqual({ ...findings[1], state: 'warning' });
    expect(found.findings).toContainEqual(expect.objectContaining({ subject: 'mail', detail: expect.stringContaining('5 mails put off') }));
  });

  it('keeps the mail while the outage lasts, and says since when', async () => {
    await advance(45);
    await run('dispatch');
    const sample = await scrape();
    expect(sample('posthorn_messages_waiting', { state: 'queued', reason: 'retry' })).toBe(MAILS);
    expect(sample('posthorn_messages_oldest_waiting_seconds', { state: 'queued', reason: 'retry' })).toBe(45 * 60);
    expect((await stats()).findings).toMatchObject([
      { subject: 'provider' },
      { detail: expect.stringContaining('first tried 45 minutes ago') },
    ]);
  });

  it('delivers everything once when it is back', async () => {
    await relay.accept();
    await advance(4 * 60);
    await run('dispatch');
    const sample = await scrape();
    const subjects = sink.mails.map(({ raw }) => /^Subject: (.+)$/m.exec(raw.toString())?.[1]?.trim());
    expect(subjects.toSorted()).toEqual(['before', 'mail 1', 'mail 2', 'mail 3', 'mail 4', 'mail 5']);
    expect(sample('posthorn_provider_up')).toBe(1);
    expect(sample('posthorn_messages_waiting', { state: 'queued', reason: 'retry' })).toBe(0);
    await logged('the provider takes mail again');
    expect(await ready()).toMatchObject({ status: 'ready', checks: { provider: 'ok' } });
    const { findings, messages } = await stats();
    expect([findings, messages]).toEqual([[], { sent: MAILS + 1 }]);
    expect((await doctor()).findings).toContainEqual(
      expect.objectContaining({ subject: 'work', state: 'ok', detail: 'nothing stands still' }),
    );
  });

  it('fires the shipped alerts meanwhile, and none before and after', () => {
    const [down, putOff] = ['PosthornProviderDown', 'PosthornMailPutOff'];
    const expected = [[], [down], [down, putOff], []];
    expect(scrapes.map(holding)).toEqual(expected);
    if (hasPromtool)
      expect(
        firing(
          scrapes.map((samples) => ({ samples, minutes: 5 })),
          WATCHED,
        ),
      ).toEqual(expected);
  });
});
