import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { engines } from '../../../support/engines.ts';
import { BY_HAND, useServer } from '../../../support/posthorn.ts';
import type { TestTenant } from '../../../support/server.ts';

describe.each(engines)('Idempotency-Key of tests on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, BY_HAND);

  const mint = async () => {
    tenant = await server.mint({ rate_limit: -1 });
  };
  const mail = (change: object = {}) => ({ from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', ...change });
  const messages = async () => (await tenant.call('GET', '/v1/messages?limit=100')).body.data;

  it('tells a test by header from a real send, and not from one by its body', async () => {
    await mint();
    const post = async (key: string, change: object = {}, headers: Record<string, string> = {}) => {
      const answer = await tenant.call('POST', '/v1/email', { body: mail(change), headers: { ...headers, 'Idempotency-Key': key } });
      return [answer.status, answer.headers.get('idempotent-mismatch')];
    };
    const test = { 'X-Service-Test': 'true' };
    expect(await post('real')).toEqual([202, null]);
    expect(await post('real', {}, test)).toEqual([200, 'true']);
    expect(await messages()).toHaveLength(1);
    for (const headers of [test, {}]) expect(await post('test', { test_mode: true }, headers)).toEqual([200, null]);
    expect(await messages()).toHaveLength(2);
  });

  it('tells a test by header from a real send in a batch, where some emails or all are tests by their body', async () => {
    await mint();
    const post = async (key: string, emails: object[], test?: string) => {
      const headers = { 'Idempotency-Key': key, ...(test === undefined ? {} : { 'X-Service-Test': test }) };
      const answer = await tenant.call('POST', '/v1/email/batch', { body: { emails }, headers });
      return [answer.headers.get('idempotent-replayed'), answer.headers.get('idempotent-mismatch')];
    };
    const half = [mail(), mail({ test_mode: true })];
    for (const [key, emails] of [
      ['none', [mail(), mail()]],
      ['half', half],
    ] as const) {
      expect(await post(key, [...emails], 'true')).toEqual([null, null]);
      expect(await post(key, [...emails], 'true')).toEqual(['true', null]);
      expect(await post(key, [...emails])).toEqual(['true', 'true']);
      expect(await post(`real-${key}`, [...emails])).toEqual([null, null]);
      expect(await post(`real-${key}`, [...emails], 'true')).toEqual(['true', 'true']);
    }
    const all = [mail({ test_mode: true }), mail({ test_mode: true })];
    expect([await post('all', all), await post('all', all, 'true')]).toEqual([
      [null, null],
      ['true', null],
    ]);
  });

  it('knows a test by header again that a release before stored by its body alone', async () => {
    await mint();
    const test = { 'X-Service-Test': 'true' };
    const post = async (path: string, key: string, headers: Record<string, string> = {}) => {
      const body = path.endsWith('batch') ? { emails: [mail(), mail({ to: [] })] } : mail();
      const answer = await tenant.call('POST', path, { body, headers: { ...headers, 'Idempotency-Key': key } });
      return [answer.headers.get('idempotent-replayed'), answer.headers.get('idempotent-mismatch')];
    };
    for (const path of ['/v1/email', '/v1/email/batch']) {
      await post(path, 'test', test);
      await post(path, 'real');
    }
    const { db } = server.app;
    const hashes = sql<{ route: string; hash: string }>`
      select route, body_hash as hash from idempotency_keys where tenant_id = ${tenant.id} and idempotency_key = 'real'`;
    for (const { route, hash } of (await hashes.execute(db.read)).rows) {
      const asBefore = sql`
        update idempotency_keys set body_hash = ${hash} where tenant_id = ${tenant.id} and route = ${route} and idempotency_key = 'test'`;
      await db.transact((trx) => asBefore.execute(trx));
    }
    for (const path of ['/v1/email', '/v1/email/batch']) {
      expect(await post(path, 'test', test)).toEqual(['true', null]);
      expect(await post(path, 'test')).toEqual(['true', 'true']);
      expect(await post(path, 'real', test)).toEqual(['true', 'true']);
      expect(await post(path, 'real')).toEqual(['true', null]);
    }
    expect(await messages()).toHaveLength(4);
  });
});
