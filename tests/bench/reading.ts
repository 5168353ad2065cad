// The cost of reading a log, and of adding to it, for a long log against a short one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type RunningServer, startServer } from '@posthorn/server';
import { sql } from 'kysely';
import { createFollowJob } from '../../server/src/messages/follow/follow-job.ts';
import { searchMessages } from '../../server/src/messages/search/search-messages.ts';
import { listMessages } from '../../server/src/messages/store.ts';
import { showStats } from '../../server/src/stats/show-stats.ts';
import { runOnPostgres, startPostgres } from '../support/database/postgres.ts';
import type { Engine } from '../support/engines.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';
import { compareTimes } from './support/compare.ts';
import { fillMessages, recipientOf } from './support/fill-messages.ts';
import { openPool, sendLoad } from './support/send-load.ts';

const MANY = Number(process.env.BENCH_MESSAGES ?? 10_000_000);
/** The only engine to measure, if given. */
const ENGINE = process.env.BENCH_ENGINE;
const FEW = 10_000;
const LIMIT = 25;
const LOOK_UPS = 100;
const MAILS = 1000;
const CONNECTIONS = 20;
const POLL_MS = 5;
const MONTH_MS = 30 * 86_400_000;
const NONE = { daily_quota: -1, monthly_quota: -1, rate_limit: -1, storage_limit: -1 };
const READING = { goal: 1.2, floor: 2 };
const NO_FILTER = { since: undefined, until: undefined };

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));

/** A service with one tenant that has so many messages, of the last 30 days. */
interface Log {
  readonly server: RunningServer;
  readonly tenant: TestTenant;
  readonly count: number;
  readonly end: number;
}

async function startLog(url: string, count: number): Promise<Log> {
  const server = await startServer({
    migrate: true,
    environment: {
      PORT: '0',
      LOG_LEVEL: 'error',
      OPERATOR_TOKEN,
      SECRET_KEY: 'a key for benchmarks that guards nothing',
      DATABASE_URL: url,
      PROVIDER_URL: 'capture:',
      JOB_INTERVAL_MS: '86400000',
    },
  });
  const admin = caller(server.url ?? '', OPERATOR_TOKEN);
  const tenant = await mintTenant(server.url ?? '', admin, NONE);
  const end = Date.now();
  await fillMessages(server.app.db, { tenantId: tenant.id, count, from: end - MONTH_MS, to: end });
  const counting = createFollowJob(server.app);
  do await counting.runToEnd();
  while (counting.hasMore());
  if (url.startsWith('postgres')) await sql`vacuum analyze`.execute(server.app.db.maintenance);
  return { server, tenant, count, end };
}

/** Does something at positions throughout the last days of a log. */
async function everywhere(log: Log, look: (share: number) => Promise<boolean>): Promise<void> {
  for (let place = 1; place <= LOOK_UPS; place += 1) {
    if (!(await look(place / (LOOK_UPS + 1)))) throw new Error(`a look into ${log.count} messages found too little`);
  }
}

const READINGS: Readonly<Record<string, (log: Log) => Promise<void>>> = {
  'pages of the list': (log) => {
    const { app } = log.server;
    return everywhere(log, async (share) => {
      const cursor = Math.floor(log.end - share * MONTH_MS * 0.9) * 1000;
      return (await listMessages(app.db.read, log.tenant.id, { limit: LIMIT, cursor })).length > LIMIT;
    });
  },
  'searches by recipient': (log) =>
    everywhere(log, async (share) => {
      const search = { ...NO_FILTER, tenantId: log.tenant.id, filter: {}, limit: LIMIT };
      const recipient = recipientOf(Math.floor(share * FEW));
      return (await searchMessages(log.server.app, { ...search, recipient })).messages.length > 0;
    }),
  'searches by status, one in a hundred': (log) =>
    everywhere(log, async (share) => {
      const cursor = Math.floor(log.end - share * MONTH_MS * 0.5) * 1000;
      const search = { ...NO_FILTER, tenantId: log.tenant.id, filter: { status: 'bounced' }, recipient: null, cursor, limit: LIMIT };
      return (await searchMessages(log.server.app, search)).messages.length === LIMIT;
    }),
  'statistics of 30 days': (log) =>
    everywhere(log, async () => {
      const range = { tenantId: log.tenant.id, from: log.end - MONTH_MS, to: log.end, testMode: false };
      const stats = await showStats(log.server.app, { ...range, interval: 'day', timezone: 'Europe/Berlin' });
      return 'totals' in stats && stats.totals.accepted > FEW / 2;
    }),
};

/** Accepts mail, and waits until all of it was claimed and handed over. */
async function send({ server, tenant }: Log): Promise<void> {
  const pool = openPool(server.url ?? '', CONNECTIONS);
  await sendLoad({ pool, senders: { keys: [tenant.key], from: [tenant.from] }, requests: MAILS }, CONNECTIONS);
  await pool.close();
  const open = () => sql<{ due: number }>`select 1 as due from messages where due_at is not null limit 1`.execute(server.app.db.read);
  while ((await open()).rows.length > 0) await setTimeout(POLL_MS);
}

async function run(engine: Engine['name'], urls: { readonly few: string; readonly many: string }): Promise<void> {
  const few = await startLog(urls.few, FEW);
  const many = await startLog(urls.many, MANY);
  const compare = (name: string, work: (log: Log) => Promise<void>) =>
    compareTimes({
      name: `${engine}, ${name}, of ${MANY} messages against ${FEW}`,
      ...READING,
      ours: () => work(many),
      byHand: () => work(few),
    });
  for (const [name, read] of Object.entries(READINGS)) await compare(`${LOOK_UPS} ${name}`, read);
  await compare(`${MAILS} mails accepted, claimed and sent`, send);
  await few.server.stop();
  await many.server.stop();
}

if (ENGINE !== 'postgres') await run('sqlite', { few: `sqlite:${join(folder, 'few.db')}`, many: `sqlite:${join(folder, 'many.db')}` });
rmSync(folder, { recursive: true });
if (ENGINE !== 'sqlite') {
  const postgres = await startPostgres();
  await runOnPostgres(postgres.url, 'create database few');
  await run('postgres', { few: postgres.url.replace(/\/postgres$/, '/few'), many: postgres.url });
  await postgres.stop();
}
