// How long it takes from sending a broadcast to its first mail, for very many recipients and for a thousand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { startPostgres } from '../support/database/postgres.ts';
import type { Engine } from '../support/engines.ts';
import { writeDraft } from '../support/fixtures/broadcasts.ts';
import { fillAudience } from '../support/fixtures/fill-audience.ts';
import { spawnServer } from '../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';
import { median, verdictOf } from './support/compare.ts';
import { type SmtpDrain, startSmtpDrain } from './support/peers/smtp-drain.ts';

const MANY = Number(process.env.BENCH_RECIPIENTS ?? 1_000_000);
const FEW = 1000;
const ROUNDS = 5;
const TARGET = { goal: 2, floor: 4 };

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));

interface Target {
  readonly tenant: TestTenant;
  readonly audienceId: string;
  readonly count: number;
}

/** Milliseconds from the request to the first final dot; the rest is not sent. */
async function timeFirstMail(drain: SmtpDrain, { tenant, audienceId }: Target): Promise<number> {
  const id = await writeDraft(tenant, audienceId);
  const first = drain.next();
  const start = performance.now();
  await tenant.call('POST', `/v1/broadcasts/${id}/send`);
  const took = (await first) - start;
  await tenant.call('DELETE', `/v1/broadcasts/${id}`);
  await drain.quiet();
  return took;
}

async function run(engine: Engine['name'], url: string): Promise<void> {
  const drain = await startSmtpDrain();
  const environment = { DATABASE_URL: url, PROVIDER_URL: drain.url };
  const first = await spawnServer(environment);
  const admin = caller(first.url, OPERATOR_TOKEN);
  async function mint(count: number): Promise<Target> {
    const tenant = await mintTenant(first.url, admin, { contact_limit: -1 });
    const { body: audience } = await tenant.call('POST', '/v1/audiences', { body: { name: 'all' } });
    return { tenant, audienceId: audience.id, count };
  }
  const targets = [await mint(FEW), await mint(MANY)] as const;
  await first.end('SIGTERM');
  const db = await openDatabase(url);
  for (const { tenant, audienceId, count } of targets) await fillAudience(db, { tenantId: tenant.id, audienceId, count });
  // As autovacuum would soon do.
  if (engine === 'postgres') await sql`vacuum analyze`.execute(db.maintenance);
  await db.close();

  const server = await spawnServer(environment);
  const [few, many] = targets.map((target) => ({ ...target, tenant: { ...target.tenant, call: caller(server.url, target.tenant.key) } }));
  if (few === undefined || many === undefined) throw new Error('no targets');
  await timeFirstMail(drain, few);
  const rounds: { few: number; many: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ few: await timeFirstMail(drain, few), many: await timeFirstMail(drain, many) });
  }
  const ratio = median(rounds.map((round) => round.many / round.few));
  console.log(
    `${engine}, first mail of a broadcast to ${MANY}: ${median(rounds.map((round) => round.many)).toFixed(0)} ms, to ${FEW}: ` +
      `${median(rounds.map((round) => round.few)).toFixed(0)} ms, ratio ${ratio.toFixed(2)}, target ≤ ${TARGET.goal} (${TARGET.floor}): ${verdictOf(ratio, TARGET)}`,
  );
  await server.end('SIGKILL');
  await drain.close();
}

await run('sqlite', `sqlite:${join(folder, 'posthorn.db')}`);
const postgres = await startPostgres();
await run('postgres', postgres.url);
await postgres.stop();
rmSync(folder, { recursive: true });
