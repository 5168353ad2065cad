import { openDatabase, type RunningServer, startServer } from '@posthorn/server';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openToken } from '../../../server/src/tracking/tokens.ts';
import { createBreaker } from '../../support/database/breaker.ts';
import { type Engine, engines, type TestDatabase } from '../../support/engines.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

/** More statements than a send has. */
const MOST = 100;
const error = new Error('The answer was lost.');

/** A server whose statements can be broken, for the suite that asks. */
function useBreakable(engine: Engine) {
  const breaker = createBreaker();
  let database: TestDatabase;
  let server: RunningServer;
  beforeAll(async () => {
    database = await engine.create();
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
  return {
    breaker,
    app: () => server.app,
    url: () => server.url ?? '',
    databaseUrl: () => database.url,
    mint: (overrides: Record<string, number> = {}) => mintTenant(server.url ?? '', caller(server.url ?? '', OPERATOR_TOKEN), overrides),
  };
}

const send = ({ call, from }: TestTenant, headers: Record<string, string> = {}) =>
  call('POST', '/v1/email', { body: { from, to: ['a@example.net'], subject: 'Hello', text_body: 'x' }, headers });

describe.each(engines)('a send whose commit is not answered on $name', (engine) => {
  const { breaker, mint } = useBreakable(engine);

  type Execute = (query: CompiledQuery) => Promise<unknown>;
  const changeSettings = (execute: Execute) => execute(CompiledQuery.raw('update tenant_meters set version = version + 1'));

  /** Sends one mail each of new tenants until no statement is left to lose the answer to; returns what each was answered, and has. */
  async function sendOneEach(
    overrides: Record<string, number>,
    { headers, afterCommit }: { headers: Record<string, string>; afterCommit: (execute: Execute) => Promise<unknown> },
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
      ['the last of a quota and of a minute', { rate_limit: 1, daily_quota: 1 }, async () => undefined],
      ['of a tenant whose settings change meanwhile', {}, changeSettings],
    ])('is answered as accepted, and is there once: %s', async (__, overrides, afterCommit) => {
      const outcomes = await sendOneEach(overrides, { headers, afterCommit });
      expect(outcomes.length).toBeGreaterThan(3);
      for (const { status, named, kept } of outcomes) expect(kept).toEqual(status === 202 ? [named] : []);
    });
  });
});

describe.each(engines)('a send in test mode whose commit is not answered on $name', (engine) => {
  const { breaker, mint } = useBreakable(engine);

  const mailOf = ({ from }: TestTenant) => ({ from, to: ['bounced@posthorn.test'], subject: 'S', text_body: 'x', test_mode: true });

  /** Sends of new tenants until no statement is left to lose the answer to; returns the bodies of those that were answered. */
  async function sendEach(path: string, bodyOf: (tenant: TestTenant) => unknown) {
    const answered: Record<string, unknown>[] = [];
    for (let nth = 1; nth < MOST; nth += 1) {
      const tenant = await mint();
      const failure = { nth, when: 'afterwards', lasting: false, error } as const;
      const { result, failed } = await breaker.during(failure, () => tenant.call('POST', path, { body: bodyOf(tenant) }));
      if (result.status === 200) answered.push(result.body);
      if (!failed) return answered;
    }
    throw new Error(`there is no end to the statements of a send: ${MOST}`);
  }

  it('is answered with what became of it', async () => {
    const answered = await sendEach('/v1/email', mailOf);
    expect(answered.length).toBeGreaterThan(1);
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set(['failed']));
  });

  it('is so for each of a batch, whose later ones are suppressed by the first', async () => {
    const answered = await sendEach('/v1/email/batch', (tenant) => ({ emails: [mailOf(tenant), mailOf(tenant)] }));
    expect(answered.length).toBeGreaterThan(1);
    for (const { data } of answered) expect(data).toMatchObject([{ status: 'failed' }, { status: 'suppressed' }]);
  });
});

// The other engine has one process, which writes one transaction at a time.
describe.each(engines.filter(({ name }) => name === 'postgres'))(
  'a send whose commit is not answered and whose tenant is held then, on $name',
  (engine) => {
    const { breaker, mint, databaseUrl } = useBreakable(engine);

    it('is answered as accepted once the tenant is free, and is there once', async () => {
      const other = await openDatabase(databaseUrl());
      onTestFinished(other.close);
      const outcomes: { status: number; kept: number }[] = [];
      for (let nth = 1, isReached = true; isReached; nth += 1) {
        expect(nth).toBeLessThan(MOST);
        const tenant = await mint({ rate_limit: 1, daily_quota: 1 });
        const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        let holding: Promise<unknown> = Promise.resolve();
        const afterCommit = () => {
          holding = other.write.transaction().execute(async (trx) => {
            await sql`select 1 from tenant_meters where tenant_id = ${tenant.id} for update`.execute(trx);
            held.resolve();
            await free.promise;
          });
          const isAwaited = async () => {
            const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
            return (await waiting.execute(other.read)).rows.length > 0 ? true : undefined;
          };
          // Nobody does where it was the commit of something else.
          void held.promise
            .then(() => eventually(isAwaited))
            .catch(() => undefined)
            .finally(free.resolve);
          return held.promise;
        };
        const failure = { nth, when: 'afterwards', lasting: false, error, afterCommit } as const;
        const { result, failed } = await breaker.during(failure, () => send(tenant));
        await holding.catch(() => undefined);
        const { body } = await tenant.call('GET', '/v1/messages');
        outcomes.push({ status: result.status, kept: body.data.length });
        isReached = failed;
      }
      expect(outcomes.length).toBeGreaterThan(3);
      for (const { status, kept } of outcomes) expect(kept).toBe(status === 202 ? 1 : 0);
    });
  },
);

describe.each(engines)('an open whose commit is not answered on $name', (engine) => {
  const { breaker, mint, url, app } = useBreakable(engine);

  it('is counted once', async () => {
    const tenant = await mint();
    const counts: number[] = [];
    for (let nth = 1, isReached = true; isReached; nth += 1) {
      expect(nth).toBeLessThan(MOST);
      const { body } = await send(tenant);
      const messageId: string = body.message_id;
      const pixel = `${url()}/t/o/${openToken(app().secrets, { tenantId: tenant.id, messageId })}`;
      const failure = { nth, when: 'afterwards', lasting: false, error } as const;
      const { result, failed } = await breaker.during(failure, () => fetch(pixel));
      expect(result.status).toBe(200);
      const { body: message } = await tenant.call('GET', `/v1/messages/${messageId}`);
      counts.push(message.events.filter(({ type }: { type: string }) => type === 'open').length);
      isReached = failed;
    }
    expect(counts.length).toBeGreaterThan(3);
    expect(counts).toEqual(counts.map(() => 1));
  });
});
