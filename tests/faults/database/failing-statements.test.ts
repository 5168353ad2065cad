import { type RunningServer, startServer } from '@posthorn/server';
import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Breaker, createBreaker, type Failure } from '../../support/database/breaker.ts';
import { type Engine, engines, type TestDatabase } from '../../support/engines.ts';
import { type Answer, caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../../support/server.ts';

const HOUR = 60 * 60 * 1000;
const WEEK = 7 * 24 * HOUR;
/** More statements than any of the requests has. */
const MOST = 200;
/**
 * Whether each statement fails in each way; by default alone, with all that follow, and after it was executed: of two ways, one per engine.
 */
const isWhole = process.env.FAILING_WAYS === 'all';
/** Until all accepted mail was sent: a minute or two, ten on a busy machine. */
const MOST_MS = HOUR;
const PARTITION = /_(?:\d{4}(?:_\d{2})?|default|before)$/;

/** Row counts of everything that the service stores. */
type Stock = Readonly<Record<string, number>>;

interface Request {
  ask(): Promise<Answer>;
  /** Requests with a key, or that change existing objects, can be repeated whatever happened to them. */
  readonly kind: 'send' | 'send with a key' | 'change';
}

/** The errors of an engine without space. */
const fullDisk = ({ name }: Engine) => Object.assign(new Error('no room'), { code: name === 'sqlite' ? 'SQLITE_FULL' : '53100' });

function failuresOf(engine: Engine): readonly (readonly [string, Omit<Failure, 'nth'>])[] {
  const [full, unforeseen] = [fullDisk(engine), new Error('nobody foresaw this')];
  return [
    ['for a full disk', { error: full, when: 'instead', lasting: false }],
    ['for a full disk, with all that follow', { error: full, when: 'instead', lasting: true }],
    ['for a reason that nobody foresaw', { error: unforeseen, when: 'instead', lasting: false }],
    ['for a reason that nobody foresaw, with all that follow', { error: unforeseen, when: 'instead', lasting: true }],
    ['once it has run', { error: full, when: 'afterwards', lasting: false }],
    ['once it has run, with all that follow', { error: full, when: 'afterwards', lasting: true }],
  ];
}

/** A lost reply to a commit: sends check again whether they are stored, while the client waits. */
const mayBeUnknown = ({ when, lasting }: Failure, kind: Request['kind']) => when === 'afterwards' && (lasting || kind === 'change');

function difference(before: Stock, after: Stock): Stock {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]).filter(([, change]) => change !== 0),
  );
}

describe.each(engines)('a statement that fails on $name', (engine) => {
  let database: TestDatabase;
  let breaker: Breaker;
  let server: RunningServer;
  let tenant: TestTenant;
  let keys = 0;
  let question: CompiledQuery<{ name: string; count: number }>;
  let now: number;

  beforeAll(async () => {
    database = await engine.create();
    breaker = createBreaker();
    server = await startServer({
      environment: {
        PORT: '0',
        LOG_LEVEL: 'silent',
        OPERATOR_TOKEN,
        SECRET_KEY: 'k'.repeat(32),
        DATABASE_URL: database.url,
        ROLE: 'api',
        CLOCK: 'virtual',
        WEBHOOK_ALLOW_PRIVATE: 'true',
      },
      database: { around: breaker.around },
    });
    const url = server.url ?? '';
    question = await compileQuestion();
    // The clock stands still until a test moves it.
    now = (await admin('GET', '/admin/clock')).body.now;
    tenant = await mintTenant(url, caller(url, OPERATOR_TOKEN), { rate_limit: -1 });
    await made('/v1/webhooks', { url: 'https://127.0.0.1/', events: ['*'] });
    await made('/v1/suppressions', { email: 'gone@example.net' });
    await made('/v1/templates', { alias: 'hello', name: 'Hello' });
    await made('/v1/templates/hello/versions', { subject: 'Hello {{name}}', text_body: 'Hello {{name}}', activate: true });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  const admin = (...given: Parameters<TestTenant['call']>) => caller(server.url ?? '', OPERATOR_TOKEN)(...given);

  async function made(path: string, body: object): Promise<Answer['body']> {
    const answer = await tenant.call('POST', path, { body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  }

  /** What asks for the stock, made once: no table comes or goes but partitions, whose rows are their table's. */
  async function compileQuestion() {
    const { read } = server.app.db;
    const tables = await read.introspection.getTables();
    const counts = tables
      .filter(({ schema, name }) => (schema !== 'pgboss' || name === 'job') && !name.startsWith('kysely') && !PARTITION.test(name))
      .map(({ schema, name }) => {
        const table = schema === undefined ? sql.table(name) : sql.id(schema, name);
        return sql`select ${sql.lit(name)} as name, count(*) as count from ${table}`;
      });
    const staged = sql`select 'staged', count(*) from message_bodies where id in (select id from staged_bodies)`;
    const messages = sql`select 'due ' || status || ' ' || coalesce(due_at, 0), count(*) from messages group by status, due_at`;
    const units = sql`select 'used ' || quota_window, coalesce(sum(used), 0) from quota_buckets group by quota_window`;
    // The request is to a suppressed address.
    const figures = sql`select 'counted', coalesce(sum(suppressed), 0) from stat_hours`;
    return sql<{ name: string; count: number }>`${sql.join([...counts, staged, messages, units, figures], sql` union all `)}`.compile(read);
  }

  async function takeStock(): Promise<Stock> {
    const { rows } = await server.app.db.read.executeQuery(question);
    return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
  }

  /** What is written and counted first, and apart, is removed later where no message has it. A minute's units share a row, as do an hour's figures. */
  const acceptedOf = ({ message_bodies: bodies = 0, staged = 0, ...stock }: Stock): Stock => {
    const { staged_bodies: _staged, blobs: _, blob_chunks: _chunks, storage_changes: _changes, ...rest } = stock;
    const { quota_buckets: _buckets, stat_hours: _hours, ...others } = rest;
    return { ...others, accepted_bodies: bodies - staged };
  };

  const sendWith = (path: string, body: () => object) => async (): Promise<Request> => {
    keys += 1;
    const given = { body: body(), headers: { 'Idempotency-Key': `key-${keys}` } };
    return { ask: () => tenant.call('POST', path, given), kind: 'send with a key' };
  };
  const sendWithoutKey = async (): Promise<Request> => {
    keys += 1;
    const body = mail();
    return { ask: () => tenant.call('POST', '/v1/email', { body }), kind: 'send' };
  };
  const mail = () => ({
    from: tenant.from,
    to: ['a@example.net', 'gone@example.net'],
    template_alias: 'hello',
    template_model: { name: 'Ada' },
    tags: { kind: 'greeting' },
    attachments: [{ filename: 'a.txt', content: Buffer.from(`file ${keys}`).toString('base64') }],
  });
  const large = () => ({ from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x'.repeat(400 * 1024) });
  const changeWith = (change: (path: string) => Promise<Answer>) => async (): Promise<Request> => {
    const { message_id: id } = await made('/v1/email', { ...mail(), scheduled_at: now + HOUR });
    return { ask: () => change(`/v1/email/${id}`), kind: 'change' };
  };

  const requests: readonly (readonly [string, () => Promise<Request>])[] = [
    ['POST /v1/email', sendWith('/v1/email', mail)],
    ['POST /v1/email without a key', sendWithoutKey],
    ['POST /v1/email for later', sendWith('/v1/email', () => ({ ...mail(), scheduled_at: now + HOUR }))],
    ['POST /v1/email/batch', sendWith('/v1/email/batch', () => ({ emails: [mail(), {}, mail()] }))],
    ['POST /v1/email/batch with large bodies', sendWith('/v1/email/batch', () => ({ emails: [large(), large(), large()] }))],
    ['PATCH /v1/email/{id}', changeWith((path) => tenant.call('PATCH', path, { body: { scheduled_at: now + 2 * HOUR } }))],
    ['DELETE /v1/email/{id}', changeWith((path) => tenant.call('DELETE', path))],
  ];

  const takeAccepted = async () => acceptedOf(await takeStock());
  /** Only the object to be changed has been created meanwhile. */
  const takeBefore = async (kind: Request['kind'], earlier: Stock) => (kind === 'change' ? takeAccepted() : earlier);

  /** What a successful request adds. */
  async function growthOf(prepare: () => Promise<Request>): Promise<Stock> {
    const { ask } = await prepare();
    const before = await takeAccepted();
    expect((await ask()).status).toBeLessThan(300);
    return difference(before, await takeAccepted());
  }

  /** `earlier` is what there was before the request was prepared. Returns whether a statement failed, and what there is then. */
  async function failAt(failure: Failure, prepare: () => Promise<Request>, { earlier, whole }: { earlier: Stock; whole: Stock }) {
    const { ask, kind } = await prepare();
    const before = await takeBefore(kind, earlier);
    const { result, failed } = await breaker.during(failure, ask);
    const found = difference(before, await takeAccepted());
    if (result.status < 300) expect(found).toEqual(whole);
    else {
      expect([500, 503]).toContain(result.status);
      expect(result.body).toEqual({ error: result.status === 500 ? 'internal_error' : 'service_unavailable', detail: expect.any(String) });
      expect(mayBeUnknown(failure, kind) ? [{}, whole] : [{}]).toContainEqual(found);
    }
    if (kind !== 'send' || Object.keys(found).length === 0) {
      const again = await ask();
      // A cancellation whose response was lost cannot be repeated.
      if (again.status !== 422 || again.body.status !== 'cancelled') expect(again.status).toBeLessThan(300);
    }
    const after = await takeAccepted();
    expect(difference(before, after)).toEqual(whole);
    return { failed, after };
  }

  const failures = failuresOf(engine);
  /** Returns the first statement of a request that is to fail in a way, and how many further on the next is. */
  function turnsOf(failure: (typeof failures)[number][1], request: string): { first: number; step: number } {
    const kindOf = ({ when, lasting }: typeof failure) => (when === 'afterwards' ? when : lasting);
    const alike = failures.map(([, other]) => other).filter((other) => kindOf(other) === kindOf(failure));
    const step = isWhole ? 1 : alike.length;
    const turn = alike.indexOf(failure) + requests.findIndex(([name]) => name === request) + engines.indexOf(engine);
    return { first: 1 + (turn % step), step };
  }

  describe.each(failures)('%s', (_, failure) => {
    it.each(requests)('leaves %s stored wholly or not at all, each in turn', async (name, prepare) => {
      const { first, step } = turnsOf(failure, name);
      const whole = await growthOf(prepare);
      let earlier = await takeAccepted();
      let nth = first;
      for (; nth < MOST; nth += step) {
        const { failed, after } = await failAt({ ...failure, nth }, prepare, { earlier, whole });
        if (!failed) break;
        earlier = after;
      }
      expect(nth).toBeGreaterThan(isWhole ? 3 : first);
      expect(nth).toBeLessThan(MOST);
    });
  });

  it(
    'leaves nothing behind: what was accepted goes out, and files that no mail has are removed',
    async () => {
      const { db } = server.app;
      await admin('POST', '/admin/clock', { body: { advance_ms: 3 * HOUR } });
      await admin('POST', '/admin/jobs/dispatch/run');
      const open = await db.read
        .selectFrom('messages')
        .select('id')
        .where((eb) => eb.or([eb('due_at', 'is not', null), eb('claim_job', 'is not', null)]))
        .execute();
      expect(open).toEqual([]);
      await admin('POST', '/admin/clock', { body: { advance_ms: WEEK } });
      expect((await admin('POST', '/admin/jobs/cleanup/run')).status).toBe(200);
      const { blobs, staged_bodies: staged } = await takeStock();
      expect(staged).toBe(0);
      const bodies = await db.read.selectFrom('message_bodies').select('attachments').where('attachments', '<>', '[]').execute();
      expect(blobs).toBe(bodies.length);
      expect(bodies.length).toBeGreaterThan(0);
    },
    MOST_MS,
  );
});
