import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import { readSamples } from '../../support/prometheus.ts';
import { OPERATOR_TOKEN, startTestServer } from '../../support/server.ts';

describe.each(engines)('a changed BROADCAST_RATE on $name', (engine) => {
  it('holds for what is queued once that was paused and resumed', async () => {
    const database = await engine.create();
    const start = (rate: string) => startTestServer(engine, { CLOCK: 'virtual', ROLE: 'api', BROADCAST_RATE: rate }, database);
    let server = await start('0');
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 4)));
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await server.run('fanout');
    const sent: number[] = [];
    for (const rate of ['1', '0']) {
      await server.stop();
      server = await start(rate);
      const call = server.as(tenant.key);
      await call('POST', `/v1/broadcasts/${id}/pause`);
      await server.run('dispatch');
      await call('POST', `/v1/broadcasts/${id}/resume`);
      await sendAll(server);
      sent.push((await call('GET', `/v1/broadcasts/${id}/stats`)).body.ledger.sent);
    }
    await server.stop();
    await database.drop();
    expect(sent).toEqual([1, 4]);
  });
});

describe.each(engines)('BROADCAST_RATE=1 on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, BROADCAST_RATE: '1' });

  const path = (id: string, verb = '') => `/v1/broadcasts/${id}${verb}`;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });

  /** Sends what is due, now and after each minute. */
  async function passMinutes(count: number): Promise<void> {
    await sendAll(server);
    for (let minute = 0; minute < count; minute += 1) {
      await advance(60_000);
      await sendAll(server);
    }
  }

  it('is told of to the operator: how much mail it holds, and until when', async () => {
    const own = await server.mint();
    await own.call('POST', path(await writeDraft(own, await addAudience(own, await addContacts(own, 4))), '/send'));
    await sendAll(server);
    const { body } = await server.admin('GET', '/admin/stats');
    expect(body.waiting).toContainEqual({ state: 'queued', reason: 'pace', count: 3, oldest_ms: null });
    const metrics = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
    const samples = readSamples(await metrics.text());
    expect(samples).toContainEqual({ name: 'posthorn_messages_waiting', labels: { state: 'queued', reason: 'pace' }, value: 3 });
    expect(samples).toContainEqual({ name: 'posthorn_broadcast_turns_seconds', labels: {}, value: 240 });
    await passMinutes(4);
  });

  it('hands at most so many mails a minute to the provider', async () => {
    const own = await server.mint();
    const target = await addAudience(own, await addContacts(own, 4));
    const id = await writeDraft(own, target);
    await own.call('POST', path(id, '/send'));
    await sendAll(server);
    const sent: number[] = [];
    for (let minute = 0; minute < 4; minute += 1) {
      sent.push((await own.call('GET', path(id, '/stats'))).body.ledger.sent);
      await advance(60_000);
      await sendAll(server);
    }
    expect(sent).toEqual([1, 2, 3, 4]);
  });

  it('dates each mail to when it leaves', async () => {
    const own = await server.mint();
    await own.call('POST', path(await writeDraft(own, await addAudience(own, await addContacts(own, 3))), '/send'));
    await passMinutes(3);
    const { body } = await own.call('GET', '/v1/messages');
    for (const { id, sent_at: sentAt } of body.data) {
      const { headers } = await capturedMail(server, id);
      expect(Date.parse(headers.get('date') ?? '')).toBe(Math.floor(sentAt / 1000) * 1000);
    }
    expect(new Set(body.data.map(({ sent_at: sentAt }: { sent_at: number }) => sentAt)).size).toBe(3);
  });

  it('keeps that pace after a standstill', async () => {
    const own = await server.mint();
    const id = await writeDraft(own, await addAudience(own, await addContacts(own, 5)));
    const sent = async () => (await own.call('GET', path(id, '/stats'))).body.ledger.sent;
    await own.call('POST', path(id, '/send'));
    await sendAll(server);
    await advance(86_400_000);
    const told: number[] = [];
    for (let minute = 0; minute < 4; minute += 1) {
      await sendAll(server);
      told.push(await sent());
      await advance(60_000);
    }
    expect(told).toEqual([2, 3, 4, 5]);
  });

  it('keeps that pace when what failed is tried again', async () => {
    const own = await server.mint();
    const body_html = '{% for i in (1..100000000) %}x{% endfor %}';
    const id = await writeDraft(own, await addAudience(own, await addContacts(own, 3)), { body_html });
    const ledger = async () => (await own.call('GET', path(id, '/stats'))).body.ledger;
    await own.call('POST', path(id, '/send'));
    await passMinutes(3);
    expect(await ledger()).toMatchObject({ failed: 3, queued: 0 });
    expect((await own.call('POST', path(id, '/retry'))).body).toEqual({ retried: 3 });
    await sendAll(server);
    const failed = [(await ledger()).failed];
    for (let minute = 0; minute < 2; minute += 1) {
      await passMinutes(1);
      failed.push((await ledger()).failed);
    }
    expect(failed).toEqual([1, 2, 3]);
  });

  it('gives what waits new turns when one is resumed, and the free turns of the other to it', async () => {
    const own = await server.mint();
    const target = await addAudience(own, await addContacts(own, 2));
    const [first, second] = [await writeDraft(own, target), await writeDraft(own, target)];
    for (const id of [first, second]) {
      await own.call('POST', path(id, '/send'));
      await server.run('fanout');
    }
    await own.call('POST', path(first, '/pause'));
    await own.call('POST', path(first, '/resume'));
    await passMinutes(3);
    const statuses = await Promise.all([first, second].map(async (id) => (await own.call('GET', path(id))).body.status));
    expect(statuses).toEqual(['sent', 'sent']);
  });
});
