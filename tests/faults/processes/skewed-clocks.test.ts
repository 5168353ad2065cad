import { openDatabase } from '@posthorn/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgres, type TestDatabase } from '../../support/engines.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { posthorn } from '../../support/processes/command-line.ts';
import { type ServerProcess, spawnServer } from '../../support/processes/process.ts';
import { type Call, caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const MINUTE = 60_000;
const SKEW = 5 * MINUTE;
const LIMIT = 10;
/** Long enough for two requests on a busy machine. */
const LEAD_MS = 15_000;

// The other engine has one process.
describe('two processes on one PostgreSQL whose clocks are ten minutes apart', () => {
  let database: TestDatabase;
  let sink: SmtpSink;
  let db: Awaited<ReturnType<typeof openDatabase>>;
  let servers: readonly [ahead: ServerProcess, behind: ServerProcess];
  let tenant: TestTenant;
  const arrivals = new Map<string, number>();

  beforeAll(async () => {
    sink = await startSmtpSink({
      onData: ({ envelope }) => {
        for (const to of envelope.to) arrivals.set(to, Date.now());
        return undefined;
      },
    });
    database = await postgres.create();
    db = await openDatabase(database.url);
    const start = (aheadMs: number) =>
      spawnServer({ DATABASE_URL: database.url, PROVIDER_URL: sink.url, JOB_INTERVAL_MS: '200' }, { aheadMs });
    servers = await Promise.all([start(SKEW), start(-SKEW)]);
    tenant = await mintTenant(servers[0].url, caller(servers[0].url, OPERATOR_TOKEN), { rate_limit: 1_000_000 });
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    await db.close();
    await database.drop();
    await sink.close();
  });

  const callsOf = ({ key }: TestTenant) => servers.map(({ url }) => caller(url, key)) as unknown as readonly [Call, Call];
  const email = (from: string, name: string, more: object = {}) => ({
    body: { from, to: [`${name}@example.net`], subject: name, text_body: 'x', ...more },
  });
  const copiesOf = (name: string) => sink.mails.filter(({ envelope }) => envelope.to.includes(`${name}@example.net`)).length;

  async function createdAt(ids: readonly string[]): Promise<number[]> {
    const rows = await db.read.selectFrom('messages').select('created_at').where('id', 'in', ids).execute();
    expect(rows.length).toBe(ids.length);
    return rows.map((row) => row.created_at);
  }

  it('say so in their logs and to doctor', async () => {
    for (const server of servers)
      expect(server.logged("the clock of this machine is not the database's, by which everything here goes")).toBe(true);
    const environment = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) };
    const { stdout } = await posthorn(['doctor', '--json'], { environment, aheadMs: SKEW });
    expect(stdout).toMatch(/"state":"warning","detail":"this machine's clock is 300 s ahead/);
    expect((await posthorn(['doctor', '--json'], { environment })).stdout).not.toContain("machine's clock");
  });

  it('count one minute together', async () => {
    const limited = await mintTenant(servers[0].url, caller(servers[0].url, OPERATOR_TOKEN), { rate_limit: LIMIT });
    const calls = callsOf(limited);
    const answers = await Promise.all(
      Array.from({ length: 4 * LIMIT }, (_, index) =>
        (calls[index % 2] as Call)('POST', '/v1/email', email(limited.from, `limited${index}`)),
      ),
    );
    const accepted = answers.filter(({ status }) => status < 300);
    const minutes = new Set((await createdAt(accepted.map(({ body }) => body.message_id))).map((at) => Math.floor(at / MINUTE)));
    expect(answers.filter(({ status }) => status >= 300).map(({ status }) => status)).toEqual(Array(4 * LIMIT - accepted.length).fill(429));
    // However long it took: as many as each minute that it touched allows, and minutes that follow on each other.
    expect(accepted.length).toBeGreaterThanOrEqual(LIMIT);
    expect(accepted.length).toBeLessThanOrEqual(LIMIT * minutes.size);
    expect(Math.max(...minutes) - Math.min(...minutes)).toBe(minutes.size - 1);
  });

  it('give a key one answer', async () => {
    const calls = callsOf(tenant);
    const once = { ...email(tenant.from, 'once'), headers: { 'Idempotency-Key': 'once' } };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => (calls[index % 2] as Call)('POST', '/v1/email', once)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 200]));
    expect([...new Set(answers.map(({ body }) => body.message_id))]).toEqual([expect.stringMatching(/^msg_/)]);
    await eventually(async () => (copiesOf('once') > 0 ? true : undefined));
    expect(copiesOf('once')).toBe(1);
  });

  it('take no work from each other', async () => {
    const claimed = { id: 'exp_claimed', tenant_id: tenant.id, status: 'processing', claim: 'of another process', row_count: 0 };
    const rest = { error: null, blob_key: null, created_at: Date.now(), completed_at: null, expires_at: null };
    await db.write
      .insertInto('contact_exports')
      .values({ ...claimed, ...rest, claim_expires_at: Date.now() + MINUTE } as never)
      .execute();
    for (const { url } of servers) expect((await caller(url, OPERATOR_TOKEN)('POST', '/admin/jobs/export/run')).status).toBe(200);
    const row = await db.read.selectFrom('contact_exports').selectAll().where('id', '=', claimed.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'processing', claim: claimed.claim });
  });

  it('send what is scheduled at its time, and once', async () => {
    const [ahead, behind] = callsOf(tenant);
    const at = Date.now() + LEAD_MS;
    for (const [name, call] of [
      ['later1', ahead],
      ['later2', behind],
    ] as const) {
      const { status, body } = await call('POST', '/v1/email', email(tenant.from, name, { scheduled_at: at }));
      expect([status, body.status]).toEqual([200, 'scheduled']);
    }
    await eventually(async () => (arrivals.has('later1@example.net') && arrivals.has('later2@example.net') ? true : undefined));
    for (const name of ['later1', 'later2']) {
      expect(arrivals.get(`${name}@example.net`)).toBeGreaterThanOrEqual(at);
      expect(copiesOf(name)).toBe(1);
    }
  });

  it('date everything alike', async () => {
    const [ahead, behind] = callsOf(tenant);
    const from = Date.now();
    const ids = await Promise.all(
      [ahead, behind].map(async (call, index) => (await call('POST', '/v1/email', email(tenant.from, `dated${index}`))).body.message_id),
    );
    const to = Date.now();
    // Both are on the machine of this test; what asking takes makes the measure unsure.
    for (const at of await createdAt(ids)) expect(Math.abs(at - (from + to) / 2)).toBeLessThan((to - from) / 2 + MINUTE);
    await eventually(async () => (copiesOf('dated0') + copiesOf('dated1') >= 2 ? true : undefined));
    expect([copiesOf('dated0'), copiesOf('dated1')]).toEqual([1, 1]);
  });
});
