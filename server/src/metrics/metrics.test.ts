import { type SqlBool, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines, sqlite } from '../../../tests/support/engines.ts';
import { automationsOf, mail } from '../../../tests/support/fixtures/automations.ts';
import { startSmtpSink } from '../../../tests/support/mail/smtp-sink.ts';
import { BY_HAND, useServer } from '../../../tests/support/posthorn.ts';
import { OPERATOR_TOKEN, startTestServer, type TestServer, type TestTenant } from '../../../tests/support/server.ts';
import { storeUnresponsive } from '../blobs/create-blobs.ts';
import { heldMail } from '../delivery/claim-emails.ts';

async function scrape(server: TestServer): Promise<string> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Returns the value of a sample, regardless of the order of its labels. */
function sample(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split('\n')
    .find((given) => (given.startsWith(`${name}{`) || given.startsWith(`${name} `)) && wanted.every((label) => given.includes(label)));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe.each(engines)('GET /metrics on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, BY_HAND);
  beforeEach(async () => {
    tenant = await server.mint();
  });

  const send = (change: Record<string, unknown> = {}) =>
    tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.org'], subject: 'S', text_body: 'T', ...change } });

  it('is for the operator alone', async () => {
    for (const token of [tenant.key, 'another-operator-token']) {
      const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ error: 'unauthorized' });
    }
    expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
    const posted = await server.admin('POST', '/metrics');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('is text that Prometheus reads', async () => {
    const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = (await answer.text()).trimEnd().split('\n');
    const form = /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)+\})? (?:[\d.e+-]+|NaN|\+Inf))$/i;
    expect(lines.filter((line) => line !== '' && !form.test(line))).toEqual([]);
  });

  it('counts requests by route and status, with their durations', async () => {
    const labels = { method: 'GET', route: '/v1/messages/:id', status: '404' };
    const before = sample(await scrape(server), 'posthorn_http_request_duration_seconds_count', labels) ?? 0;
    for (const id of ['msg_one', 'msg_two']) await tenant.call('GET', `/v1/messages/${id}`);
    const after = await scrape(server);
    expect(sample(after, 'posthorn_http_request_duration_seconds_count', labels)).toBe(before + 2);
    expect(sample(after, 'posthorn_http_request_duration_seconds_sum', labels)).toBeGreaterThan(0);
  });

  it('counts messages when they are accepted, and only those', async () => {
    const marketing = { stream: 'marketing', test_mode: 'false' };
    const tested = { stream: 'transactional', test_mode: 'true' };
    const count = (text: string, labels: Record<string, string>) => sample(text, 'posthorn_messages_accepted_total', labels) ?? 0;
    const before = await scrape(server);
    await send({ stream: 'marketing' });
    await send({ test_mode: true });
    await send({ stream: 'marketing', from: 'a@other.example' });
    const emails = [1, 2, 3].map(() => ({ from: tenant.from, to: ['a@example.org'], subject: 'S', text_body: 'T', stream: 'marketing' }));
    await tenant.call('POST', '/v1/email/batch', { body: { emails: [...emails, { from: 'nobody' }] } });
    const after = await scrape(server);
    expect(count(after, marketing) - count(before, marketing)).toBe(4);
    expect(count(after, tested) - count(before, tested)).toBe(1);
  });

  it('counts mail of automations when it is made durable', async () => {
    const count = async () =>
      sample(await scrape(server), 'posthorn_messages_accepted_total', { stream: 'marketing', test_mode: 'false' }) ?? 0;
    const us = automationsOf(server, tenant);
    await us.active([mail('one'), mail('two')]);
    const before = await count();
    await us.contact('a@example.org');
    await us.run();
    expect((await count()) - before).toBe(2);
    await us.contact('gone@example.org', { status: 'unsubscribed' });
    await us.run();
    expect((await count()) - before).toBe(2);
  });

  it('counts recipients by what became of them', async () => {
    const accepted = (text: string) => sample(text, 'posthorn_deliveries_total', { outcome: 'accepted' }) ?? 0;
    await server.run('dispatch');
    const before = await scrape(server);
    await send({ to: ['a@example.org', 'b@example.org'] });
    await server.run('dispatch');
    const after = await scrape(server);
    expect(accepted(after) - accepted(before)).toBe(2);
    expect(sample(after, 'posthorn_handover_duration_seconds_count')).toBeGreaterThan(0);
  });

  it('begins counters at 0, so that the first outcome of a kind is an increase', async () => {
    const text = await scrape(server);
    const labels = {
      posthorn_deliveries_total: ['accepted', 'deferred', 'refused', 'in_doubt', 'broken_off'].map((outcome) => ({ outcome })),
      posthorn_messages_accepted_total: ['transactional', 'marketing'].flatMap((stream) => [
        { stream, test_mode: 'false' },
        { stream, test_mode: 'true' },
      ]),
      posthorn_reports_total: ['status', 'complaint', 'auto_reply', 'other'].flatMap((kind) => [
        { kind, believed: 'false' },
        { kind, believed: 'true' },
      ]),
      posthorn_job_runs_total: [{ job_name: 'cleanup' }, { job_name: 'recount_storage' }],
      posthorn_job_failures_total: [{ job_name: 'cleanup' }, { job_name: 'recount_storage' }],
    };
    for (const [name, all] of Object.entries(labels)) for (const one of all) expect(sample(text, name, one), name).toBeDefined();
    expect(sample(text, 'posthorn_deliveries_total', { outcome: 'broken_off' })).toBe(0);
    expect(sample(text, 'posthorn_job_runs_total', { job_name: 'recount_storage' })).toBe(0);
  });

  it('tells the depth of every queue and the age of its oldest job', async () => {
    const text = await scrape(server);
    for (const state of ['waiting', 'active', 'failed'])
      expect(sample(text, 'posthorn_queue_jobs', { queue: 'deliver', state })).toBeGreaterThanOrEqual(0);
    expect(sample(text, 'posthorn_queue_oldest_waiting_seconds', { queue: 'deliver_bulk' })).toBe(0);
  });

  it('counts work of jobs that failed, such as mail that could not be claimed', async () => {
    let isAway = true;
    server.app.hooks.answer(heldMail, async () => {
      if (isAway) throw new Error('away');
      return { where: sql<SqlBool>`1 = 0` };
    });
    const failed = (text: string, step: string) => sample(text, 'posthorn_queue_failures_total', { queue: 'deliver', step }) ?? Number.NaN;
    await server.run('dispatch').catch(() => undefined);
    const before = await scrape(server);
    await send();
    await server.run('dispatch');
    isAway = false;
    const after = await scrape(server);
    expect(failed(after, 'work') - failed(before, 'work')).toBeGreaterThan(0);
    expect(failed(after, 'claim')).toBe(0);
  });

  it('tells whether the store of files answers, where that is another machine', async () => {
    expect(sample(await scrape(server), 'posthorn_blobs_up')).toBeUndefined();
    let isUnresponsive = false;
    server.app.hooks.answer(storeUnresponsive, async () => isUnresponsive);
    expect(sample(await scrape(server), 'posthorn_blobs_up')).toBe(1);
    isUnresponsive = true;
    expect(sample(await scrape(server), 'posthorn_blobs_up')).toBe(0);
  });

  it('tells of the process and the lag of its event loop', async () => {
    const text = await scrape(server);
    expect(sample(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    for (const name of ['nodejs_eventloop_lag_seconds', 'nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total'])
      expect(sample(text, name)).toBeDefined();
  });

  it('names no address, and no tenant that nobody has complained of', async () => {
    const { body } = await send({ to: ['secret@example.org'] });
    await tenant.call('GET', `/v1/messages/${body.message_id}?tag_key=secret`);
    const text = await scrape(server);
    for (const told of [tenant.id, tenant.domain.name, body.message_id, 'secret', tenant.key]) expect(text).not.toContain(told);
  });
});

describe('GET /metrics of another server', () => {
  let stop: (() => Promise<unknown>) | undefined;
  afterEach(() => stop?.());

  it('counts refusals as such', async () => {
    const sink = await startSmtpSink({ replies: { 'gone@example.org': '550 5.1.1 No such user' } });
    const server = await startTestServer(sqlite, { PROVIDER_URL: sink.url });
    stop = () => Promise.all([server.stop(), sink.close()]);
    const tenant = await server.mint();
    const to = ['here@example.org', 'gone@example.org'];
    await tenant.call('POST', '/v1/email', { body: { from: tenant.from, to, subject: 'S', text_body: 'T' } });
    await server.run('dispatch');
    const text = await scrape(server);
    expect(sample(text, 'posthorn_deliveries_total', { outcome: 'accepted' })).toBe(1);
    expect(sample(text, 'posthorn_deliveries_total', { outcome: 'refused' })).toBe(1);
  });

  it('is not there without an operator token', async () => {
    const server = await startTestServer(sqlite, { OPERATOR_TOKEN: '' });
    stop = () => server.stop();
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });
});
