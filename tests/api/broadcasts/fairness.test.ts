import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { engines } from '../../support/engines.ts';
import { writeDraft } from '../../support/fixtures/broadcasts.ts';
import { fillAudience } from '../../support/fixtures/fill-audience.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { useServer } from '../../support/posthorn.ts';
import type { TestServer, TestTenant } from '../../support/server.ts';

const MANY = 800;
const BATCH = 100;

/** Begins a broadcast to many, each with the tenant's id in front of the sign. */
async function send(server: TestServer, tenant: TestTenant, count: number): Promise<string> {
  const { body: audience } = await tenant.call('POST', '/v1/audiences', { body: { name: 'Everybody' } });
  await fillAudience(server.app.db, { tenantId: tenant.id, audienceId: audience.id, count });
  const id = await writeDraft(tenant, audience.id, { body_html: null, body_text: 'Hello' });
  expect((await tenant.call('POST', `/v1/broadcasts/${id}/send`)).status).toBe(202);
  return id;
}

describe.each(engines)('who else sends amid a broadcast on $name', (engine) => {
  let sink: SmtpSink;
  /** Holds every mail of the broadcast at its final dot until it is opened. */
  const gate = Promise.withResolvers<void>();

  beforeAll(async () => {
    sink = await startSmtpSink({
      onData: async ({ envelope }) => {
        if (envelope.to[0]?.startsWith('user') === true) await gate.promise;
        return undefined;
      },
    });
  });
  afterAll(() => sink.close());
  const server = useServer(engine, () => ({ PROVIDER_URL: sink.url }));

  it('has a transactional mail delivered while the broadcast takes all connections that it may', async () => {
    onTestFinished(() => gate.resolve());
    const [busy, other] = [await server.mint({ contact_limit: -1 }), await server.mint()];
    const id = await send(server, busy, MANY);
    const mail = { from: other.from, to: ['b@example.org'], subject: 'Reset', text_body: 'x' };
    expect((await other.call('POST', '/v1/email', { body: mail })).status).toBe(202);
    const [first] = await sink.waitFor(1);
    expect(first?.envelope.to).toEqual(['b@example.org']);
    const { body } = await busy.call('GET', `/v1/broadcasts/${id}/stats`);
    expect(body.ledger).toMatchObject({ total: MANY, sent: 0 });
  });
});

describe.each(engines)('whose mail goes first on $name', (engine) => {
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await startSmtpSink();
  });
  afterAll(() => sink.close());
  const server = useServer(engine, () => ({ PROVIDER_URL: sink.url, ROLE: 'api' }));

  /** Places of a tenant's mails among all that were taken since. */
  const placesOf = (tenant: TestTenant, since: number) =>
    sink.mails.slice(since).flatMap(({ raw }, place) => (raw.includes(`@${tenant.domain.name}`) ? [place] : []));

  it('is that of a tenant with one mail, before what another one has waiting', async () => {
    const [busy, quiet] = [await server.mint(), await server.mint()];
    const emails = Array.from({ length: BATCH }, (_, place) => ({
      from: busy.from,
      to: [`${place}@example.net`],
      subject: 'x',
      text_body: 'x',
    }));
    for (let sent = 0; sent < MANY; sent += BATCH) {
      expect((await busy.call('POST', '/v1/email/batch', { body: { emails } })).status).toBe(200);
    }
    const mail = { from: quiet.from, to: ['b@example.org'], subject: 'Reset', text_body: 'x' };
    expect((await quiet.call('POST', '/v1/email', { body: mail })).status).toBe(202);
    await server.run('dispatch');
    expect(sink.mails.length).toBe(MANY + 1);
    const [place] = placesOf(quiet, 0);
    expect(place).toBeLessThan(BATCH);
  });

  it('goes by turns between broadcasts, from the time at which the second begins', async () => {
    const [first, second] = [await server.mint({ contact_limit: -1 }), await server.mint()];
    const since = sink.mails.length;
    await send(server, first, MANY);
    await server.run('fanout');
    await send(server, second, 200);
    await server.run('fanout');
    await server.run('dispatch');
    const places = placesOf(second, since);
    expect(places.length).toBe(200);
    expect(places.at(-1)).toBeLessThan(600);
    const between = placesOf(first, since).filter((place) => place > (places[0] ?? 0) && place < (places.at(-1) ?? 0));
    expect(between.length).toBeGreaterThan(50);
  });

  it('is not that of a broadcast whose tenant was suspended meanwhile', async () => {
    const [held, other] = [await server.mint(), await server.mint()];
    const since = sink.mails.length;
    const suspend = (suspended: boolean) => server.admin('PATCH', `/admin/tenants/${held.id}`, { body: { suspended } });
    const id = await send(server, held, 300);
    await server.run('fanout');
    await suspend(true);
    await server.run('dispatch');
    expect(sink.mails.length).toBe(since);
    await suspend(false);
    await server.run('fanout');
    await send(server, other, 100);
    await server.run('fanout');
    await server.run('dispatch');
    await server.run('fanout');
    expect((await held.call('GET', `/v1/broadcasts/${id}`)).body).toMatchObject({ status: 'sent', sent_count: 300 });
    expect(sink.mails.length).toBe(since + 400);
    expect(placesOf(other, since).at(-1)).toBeLessThan(150);
  });

  it('is not that of what failed in a broadcast and is tried again', async () => {
    const [first, second] = [await server.mint(), await server.mint()];
    const since = sink.mails.length;
    const id = await send(server, first, 300);
    await server.run('fanout');
    const { write } = server.app.db;
    await write.updateTable('messages').set({ status: 'failed', due_at: null }).where('broadcast_id', '=', id).execute();
    await write.updateTable('broadcast_ledgers').set({ queued: 0, failed: 300 }).where('broadcast_id', '=', id).execute();
    expect((await first.call('POST', `/v1/broadcasts/${id}/retry`)).body).toEqual({ retried: 300 });
    await send(server, second, 100);
    await server.run('fanout');
    await server.run('dispatch');
    expect(sink.mails.length).toBe(since + 400);
    expect(placesOf(second, since).at(-1)).toBeLessThan(250);
  });
});
