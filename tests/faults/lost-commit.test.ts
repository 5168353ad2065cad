import { type RunningServer, startServer } from '@posthorn/server';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Breaker, createBreaker } from '../support/breaker.ts';
import { engines, type TestDatabase } from '../support/engines.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';

/** More statements than a send has. */
const MOST = 100;
const error = new Error('The answer was lost.');

describe.each(engines)('a send whose commit is not answered on $name', (engine) => {
  let database: TestDatabase;
  let breaker: Breaker;
  let server: RunningServer;

  beforeAll(async () => {
    database = await engine.create();
    breaker = createBreaker();
    const environment = {
      PORT: '0',
      LOG_LEVEL: 'silent',
      OPERATOR_TOKEN,
      SECRET_KEY: 'k'.repeat(32),
      DATABASE_URL: database.url,
      ROLE: 'api',
    };
    server = await startServer({ environment, database: { around: breaker.around } });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  const mint = (overrides: Record<string, number>) => {
    const url = server.url ?? '';
    return mintTenant(url, caller(url, OPERATOR_TOKEN), overrides);
  };
  const send = ({ call, from }: TestTenant, headers: Record<string, string>) =>
    call('POST', '/v1/email', { body: { from, to: ['a@example.net'], subject: 'Hello', text_body: 'x' }, headers });

  /** Sends one mail each of new tenants until no statement is left to lose the answer to; returns what each was answered, and has. */
  async function sendOneEach(
    overrides: Record<string, number>,
    { headers, afterCommit }: { headers: Record<string, string>; afterCommit: CompiledQuery },
  ) {
    const outcomes: { status: number; named: string; kept: string[] }[] = [];
    for (let nth = 1; nth < MOST; nth += 1) {
      const tenant = await mint(overrides);
      const failure = { nth, when: 'afterwards', lasting: false, error, afterCommit } as const;
      const { result, failed } = await breaker.during(failure, () => send(tenant, headers));
      const { body } = await tenant.call('GET', '/v1/messages');
      outcomes.push({ status: result.status, named: result.body.message_id, kept: body.data.map((message: { id: string }) => message.id) });
      if (!failed) return outcomes;
    }
    throw new Error(`there is no end to the statements of a send: ${MOST}`);
  }

  describe.each([
    ['by a key', { 'Idempotency-Key': 'first' }],
    ['without a key', {}],
  ])('%s', (_, headers) => {
    it.each([
      ['the last of a quota and of a minute', { rate_limit: 1, daily_quota: 1 }, CompiledQuery.raw('select 1')],
      ['of a tenant whose settings change meanwhile', {}, CompiledQuery.raw('update tenant_meters set version = version + 1')],
    ])('is answered as accepted, and is there once: %s', async (__, overrides, afterCommit) => {
      const outcomes = await sendOneEach(overrides, { headers, afterCommit });
      expect(outcomes.length).toBeGreaterThan(3);
      for (const { status, named, kept } of outcomes) expect(kept).toEqual(status === 202 ? [named] : []);
    });
  });
});
