import { describe, expect, it } from 'vitest';
import { engines } from '../../../support/engines.ts';
import { BY_HAND, useServer } from '../../../support/posthorn.ts';
import type { TestTenant } from '../../../support/server.ts';

/** More by KEY_ROUNDS, such as 200. */
const ROUNDS = Number(process.env.KEY_ROUNDS ?? 3);

describe.each(engines)('Idempotency-Key on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, { ...BY_HAND, TENANT_CONCURRENCY: '50' });

  const mint = async (overrides: Record<string, number> = { rate_limit: -1 }) => {
    tenant = await server.mint(overrides);
  };
  const mail = (change: object = {}) => ({ from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', ...change });
  const send = (key: string, change: object = {}) =>
    tenant.call('POST', '/v1/email', { body: mail(change), headers: { 'Idempotency-Key': key } });
  const batch = (key: string, emails: object[]) =>
    tenant.call('POST', '/v1/email/batch', { body: { emails }, headers: { 'Idempotency-Key': key } });
  const messages = async () => (await tenant.call('GET', '/v1/messages?limit=100')).body.data;

  it('answers a repeat with the first result, as 200, and sends nothing', async () => {
    await mint();
    const first = await send('k');
    expect(first.status).toBe(202);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const second = await send('k');
    expect(second.status).toBe(200);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('idempotent-mismatch')).toBeNull();
    expect(second.body).toEqual({ ...first.body, idempotent_replay: true });
    expect(await messages()).toHaveLength(1);
  });

  it('answers the status of then, not of now', async () => {
    await mint();
    const { body } = await send('k');
    await server.run('dispatch');
    expect((await tenant.call('GET', `/v1/messages/${body.message_id}`)).body.status).toBe('sent');
    expect((await send('k')).body.status).toBe('queued');
  });

  it('tells of another body, whatever the order of its fields', async () => {
    await mint();
    await send('k');
    const reordered = Object.fromEntries(Object.entries(mail()).reverse());
    const same = await tenant.call('POST', '/v1/email', { body: reordered, headers: { 'Idempotency-Key': 'k' } });
    expect(same.headers.get('idempotent-mismatch')).toBeNull();
    const other = await send('k', { subject: 'another' });
    expect(other.status).toBe(200);
    expect(other.headers.get('idempotent-mismatch')).toBe('true');
    expect((await send('k', { to: [] })).headers.get('idempotent-mismatch')).toBe('true');
    expect(await messages()).toHaveLength(1);
  });

  it('replays whatever the body is by now, also one that could not be taken', async () => {
    await mint();
    const { body: first } = await send('k');
    const nested = `{"subject":${'['.repeat(40_000)}${']'.repeat(40_000)}}`;
    for (const body of [nested, JSON.stringify({ subject: 'a\u0000', template_alias: '\u0000' })]) {
      const again = await tenant.call('POST', '/v1/email', { body, headers: { 'Idempotency-Key': 'k' } });
      expect([again.status, again.body.message_id, again.headers.get('idempotent-mismatch')]).toEqual([200, first.message_id, 'true']);
      const fresh = await tenant.call('POST', '/v1/email', { body, headers: { 'Idempotency-Key': 'another' } });
      expect(fresh.status).toBe(422);
    }
  });

  it('keeps nothing for a request that was refused', async () => {
    await mint();
    expect((await send('k', { to: [] })).status).toBe(422);
    expect((await send('k', { from: 'a@elsewhere.example.org' })).status).toBe(422);
    expect((await send('k')).status).toBe(202);
  });

  it('keeps nothing for a request over the quota', async () => {
    await mint({ rate_limit: -1, daily_quota: 0 });
    expect((await send('k')).status).toBe(429);
    await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { daily_quota: 1 } } });
    expect((await send('k')).status).toBe(202);
  });

  it.each([
    ['suppressed', { to: ['gone@example.net'] }],
    ['scheduled', { scheduled_at: 4_000_000_000_000 }],
    ['sent', { test_mode: true }],
    ['failed', { test_mode: true, to: ['bounced@posthorn.test'] }],
  ])('keeps an answer that is %s', async (status, change) => {
    await mint();
    await tenant.call('POST', '/v1/suppressions', { body: { email: 'gone@example.net' } });
    const first = await send('k', change);
    expect(first).toMatchObject({ status: 200, body: { status } });
    expect(first.body).not.toHaveProperty('idempotent_replay');
    await tenant.call('DELETE', '/v1/suppressions/gone@example.net');
    const second = await send('k', change);
    expect(second).toMatchObject({ status: 200, body: { ...first.body, idempotent_replay: true } });
    expect(await messages()).toHaveLength(1);
  });

  it('does not expire', async () => {
    await mint();
    const first = await send('k');
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 400 * 24 * 60 * 60 * 1000 } });
    await server.run('cleanup');
    expect((await send('k')).body).toEqual({ ...first.body, idempotent_replay: true });
  });

  it('takes a key of 256 characters, and tells case apart', async () => {
    await mint();
    expect((await send('k'.repeat(256))).status).toBe(202);
    expect((await send('!~k')).status).toBe(202);
    expect((await send('!~K')).status).toBe(202);
  });

  it('replays a batch of another body, saying so, without the flag in its body', async () => {
    await mint();
    const first = await batch('b', [mail()]);
    const second = await batch('b', [mail(), mail()]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('idempotent-mismatch')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await messages()).toHaveLength(1);
  });

  it('tells the routes apart, and tenants', async () => {
    await mint();
    await send('k');
    expect((await batch('k', [mail()])).headers.get('idempotent-replayed')).toBeNull();
    await mint();
    expect((await send('k')).status).toBe(202);
  });

  it('answers a batch byte for byte, its failed items included', async () => {
    await mint();
    const text = async () => {
      const response = await fetch(`${server.url}/v1/email/batch`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${tenant.key}`, 'Idempotency-Key': 'b' },
        body: JSON.stringify({ emails: [mail(), mail({ to: [] }), mail({ subject: 'ü' })] }),
      });
      return { text: await response.text(), status: response.status, replayed: response.headers.get('idempotent-replayed') };
    };
    const first = await text();
    const second = await text();
    expect(second).toEqual({ ...first, replayed: 'true' });
    expect(await messages()).toHaveLength(2);
  });

  it.each(['a b', 'x'.repeat(257), 'ü'])('refuses the key %j', async (key) => {
    await mint();
    const answer = await tenant.call('POST', '/v1/email', {
      body: mail(),
      headers: { 'Idempotency-Key': Buffer.from(key).toString('latin1') },
    });
    expect(answer).toMatchObject({ status: 422, body: { error: 'invalid_idempotency_key' } });
  });

  it('takes an empty key as none', async () => {
    await mint();
    expect((await send('')).status).toBe(202);
    expect((await send('')).status).toBe(202);
  });

  it(`accepts one of 50 concurrent posts, counts one unit and answers all, ${ROUNDS} times`, { timeout: 300_000 * ROUNDS }, async () => {
    await mint({ rate_limit: -1, daily_quota: ROUNDS });
    const accepted: string[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(`k${round}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 202]);
      const [id, ...others] = new Set(answers.map(({ body }) => body.message_id));
      expect(others).toEqual([]);
      accepted.push(id);
      expect((await tenant.call('GET', '/v1/usage')).body.daily.used).toBe(round);
    }
    expect((await send('other')).body.error).toBe('quota_exceeded');
    await server.run('dispatch');
    const { read } = server.app.db;
    const captured = await read.selectFrom('captured_mail').select('message_id').where('tenant_id', '=', tenant.id).execute();
    expect(captured.map(({ message_id: id }) => id).sort()).toEqual(accepted.sort());
  });

  it('replays past the quota, and counts for the minute', async () => {
    await mint({ rate_limit: 2, daily_quota: 1 });
    await send('k');
    expect((await send('k')).status).toBe(200);
    expect((await send('k')).body.error).toBe('rate_limit_exceeded');
  });
});
