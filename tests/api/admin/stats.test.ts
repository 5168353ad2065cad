import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { layAside } from '../../support/mail/lay-aside.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';
import { readSamples } from '../../support/prometheus.ts';
import { OPERATOR_TOKEN } from '../../support/server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Row {
  readonly state: string;
  readonly reason: string;
  readonly count: number;
  readonly oldest_ms: number | null;
}

describe.each(engines)('GET /admin/stats on $name', (engine) => {
  // Nothing is worked off unless a test says so.
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api', WEBHOOK_ALLOW_PRIVATE: 'true' });
  const tenant = useNewTenant(server);

  const stats = async () => (await server.admin('GET', '/admin/stats')).body;
  const waiting = async () => {
    const rows: Row[] = (await stats()).waiting;
    return Object.fromEntries(rows.map(({ state, reason, count }) => [`${state} ${reason}`, count]));
  };
  const webhooks = async () => {
    const rows: Row[] = (await stats()).webhooks;
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };
  const send = (change: Record<string, unknown> = {}) =>
    tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.org'], subject: 'S', text_body: 'T', ...change } });
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const now = async (): Promise<number> => (await server.admin('GET', '/admin/clock')).body.now;
  const suspend = (suspended: boolean) => server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended } });
  const finish = async () => {
    for (const job of ['fanout', 'dispatch', 'fanout']) await server.run(job);
    expect(await waiting()).toEqual({});
  };

  it('is for the operator alone', async () => {
    expect((await tenant.call('GET', '/admin/stats')).status).toBe(401);
  });

  it('says how long mail has waited that could go, and what to do about it', async () => {
    await send();
    await send();
    await advance(4 * MINUTE_MS);
    expect(await stats()).toMatchObject({ provider: null, findings: [] });
    await advance(3 * MINUTE_MS);
    const { waiting: rows, findings } = await stats();
    expect(rows).toEqual([{ state: 'queued', reason: 'ready', count: 2, oldest_ms: 7 * MINUTE_MS }]);
    const detail = '2 mails to be delivered, waiting for up to 7 minutes';
    expect(findings).toEqual([{ subject: 'mail', detail, mend: expect.stringContaining('see that a worker runs') }]);
    expect(await server.run('watch')).toBe(1);
    await finish();
    expect(await server.run('watch')).toBe(0);
  });

  it('counts scheduled mail until its time has come, and its age from then on', async () => {
    await send({ scheduled_at: (await now()) + HOUR_MS });
    expect((await stats()).waiting).toEqual([{ state: 'scheduled', reason: 'scheduled', count: 1, oldest_ms: null }]);
    await advance(HOUR_MS);
    await server.run('scheduler');
    await advance(MINUTE_MS);
    const rows: Row[] = (await stats()).waiting;
    expect(rows).toEqual([{ state: 'queued', reason: 'ready', count: 1, oldest_ms: MINUTE_MS }]);
    await finish();
  });

  it('says whose mail is held', async () => {
    await send();
    await suspend(true);
    await advance(10 * MINUTE_MS);
    expect(await stats()).toMatchObject({ waiting: [{ state: 'queued', reason: 'suspended', count: 1 }], findings: [] });
    await suspend(false);
    expect(await waiting()).toEqual({ 'queued ready': 1 });
    await finish();
  });

  it('counts mail of a broadcast as such, and that of a paused one', async () => {
    const broadcast = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 7)));
    await tenant.call('POST', `/v1/broadcasts/${broadcast}/send`);
    await server.run('fanout');
    await send();
    expect(await waiting()).toEqual({ 'queued broadcast': 7, 'queued ready': 1 });
    await tenant.call('POST', `/v1/broadcasts/${broadcast}/pause`);
    expect(await waiting()).toEqual({ 'queued paused': 7, 'queued ready': 1 });
    await suspend(true);
    expect(await waiting()).toEqual({ 'queued suspended': 8 });
    await suspend(false);
    await tenant.call('POST', `/v1/broadcasts/${broadcast}/resume`);
    expect(await waiting()).toEqual({ 'queued broadcast': 7, 'queued ready': 1 });
    await finish();
  });

  it('counts webhooks by what they wait for', async () => {
    const { body: endpoint } = await tenant.call('POST', '/v1/webhooks', { body: { url: 'https://127.0.0.1:1/', events: ['scheduled'] } });
    const switchTo = (active: boolean) => tenant.call('PATCH', `/v1/webhooks/${endpoint.id}`, { body: { active } });
    const message = (await send({ scheduled_at: (await now()) + HOUR_MS })).body.message_id;
    expect(await webhooks()).toEqual({ ready: 1 });
    await advance(6 * MINUTE_MS);
    expect((await stats()).findings).toMatchObject([{ subject: 'webhooks', detail: '1 webhook, waiting for up to 6 minutes' }]);
    await switchTo(false);
    expect(await webhooks()).toEqual({ held: 1 });
    await switchTo(true);
    await server.run('webhooks');
    expect(await webhooks()).toEqual({ retry: 1 });
    await tenant.call('DELETE', `/v1/webhooks/${endpoint.id}`);
    expect(await webhooks()).toEqual({ held: 1 });
    await server.run('cleanup');
    expect(await webhooks()).toEqual({});
    await tenant.call('DELETE', `/v1/email/${message}`);
    await finish();
  });

  it('counts received mail that nobody has read', async () => {
    const since = await now();
    await layAside(server, { unreadable: null, dueAt: since + HOUR_MS });
    await advance(10 * MINUTE_MS);
    const { inbound, findings } = await stats();
    expect(inbound).toContainEqual({ state: 'waiting', count: 1, oldest_ms: 10 * MINUTE_MS });
    expect(findings).toMatchObject([{ subject: 'inbound', detail: '1 unread received mail, waiting for up to 10 minutes' }]);
    await server.app.db.write.updateTable('inbound_spool').set({ due_at: null }).execute();
    expect((await stats()).inbound).toContainEqual({ state: 'aside', count: 1, oldest_ms: 10 * MINUTE_MS });
    await server.app.db.write.deleteFrom('inbound_spool').execute();
  });

  it('counts bounces and complaints of the day by tenant, test mode apart', async () => {
    const ids: string[] = [];
    for (let mail = 0; mail < 4; mail += 1) ids.push((await send({ to: [`reader${mail}@example.org`] })).body.message_id);
    await send({ to: ['bounced@posthorn.test'], test_mode: true });
    await finish();
    const report = (place: number, type: string) => {
      const body = { message_id: ids[place], type, recipients: [`reader${place}@example.org`] };
      return server.admin('POST', '/admin/provider-events', { body });
    };
    expect((await report(0, 'bounce')).status).toBe(202);
    await report(1, 'bounce');
    await report(2, 'complaint');
    const { reputation } = await stats();
    expect(reputation).toEqual([{ tenant_id: tenant.id, emails: 5, bounces: 2, complaints: 1 }]);
    const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
    const samples = readSamples(await answer.text()).filter(({ labels }) => labels.tenant === tenant.id);
    expect(Object.fromEntries(samples.map(({ name, value }) => [name, value]))).toEqual({
      posthorn_tenant_bounce_ratio: 2 / 5,
      posthorn_tenant_complaint_ratio: 1 / 5,
      posthorn_tenant_emails: 5,
    });
    await advance(26 * HOUR_MS);
    expect((await stats()).reputation).toEqual([]);
  });

  it('says how the recurring jobs of the process went', async () => {
    await server.run('cleanup');
    expect((await stats()).jobs.cleanup).toEqual({ runs: expect.any(Number), failures: 0, last_success_at: await now() });
  });
});
