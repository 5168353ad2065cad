// Fan-out of a broadcast against one INSERT … SELECT of the same rows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@posthorn/server';
import { sql } from 'kysely';
import type { Platform } from '../../server/src/platform.ts';
import { writeDraft } from '../support/broadcasts.ts';
import type { Engine } from '../support/engines.ts';
import { startPostgres } from '../support/postgres.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';
import { compareTimes } from './support/compare.ts';

const CONTACTS = Number(process.env.BENCH_RECIPIENTS ?? 50_000);
const PAGE = 1000;
const BASE = 1_700_000_000_000;
/** 0.4 of the rows a second is 1 / 0.4 of the time. */
const FAN_OUT = { goal: 2.5, floor: 4 };

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));

async function fill({ db, newId }: Platform, tenant: TestTenant): Promise<string> {
  const { body: audience } = await tenant.call('POST', '/v1/audiences', { body: { name: 'all' } });
  for (let start = 0; start < CONTACTS; start += PAGE) {
    const contacts = Array.from({ length: Math.min(PAGE, CONTACTS - start) }, (_, place) => ({
      id: newId('con', BASE + start + place),
      tenant_id: tenant.id,
      email: `user${start + place}@example.com`,
      status: 'subscribed',
      attributes: '{}',
      created_at: BASE + start + place,
      updated_at: BASE + start + place,
    }));
    const members = contacts.map(({ id, created_at }) => ({
      audience_id: audience.id,
      contact_id: id,
      tenant_id: tenant.id,
      contact_created_at: created_at,
      created_at,
    }));
    await db.transact((trx) => db.dialect.insertMany(trx, 'contacts', contacts));
    await db.transact((trx) => db.dialect.insertMany(trx, 'audience_members', members));
  }
  return audience.id;
}

/** Same table, same indexes, a transaction for every page of an audience. */
async function insertByHand({ db }: Platform, audienceId: string, round: number): Promise<void> {
  const name = `hand${round}`;
  for (let start = 0; start < CONTACTS; start += PAGE) {
    await db.transact((trx) =>
      sql`insert into messages (id, tenant_id, position, created_at, updated_at, status, stream, from_address, domain_id, subject,
          recipients, tags, test_mode, track_opens, track_clicks, body_id, broadcast_id, contact_id, due_at, attempts)
        select ${sql.lit(name)} || c.id, ${sql.lit(name)}, c.created_at, c.created_at, c.created_at, 'queued', 'marketing', 'a@example.com', 'd', 's',
          '[{"email":"' || c.email || '"}]', '{}', 0, 0, 0, 'b', ${sql.lit(name)}, c.id, 9000000000000, 0
        from audience_members m join contacts c on c.id = m.contact_id where m.audience_id = ${audienceId}
          and m.contact_created_at >= ${BASE + start} and m.contact_created_at < ${BASE + start + PAGE}`.execute(trx),
    );
  }
}

async function run(engine: Engine['name'], url: string): Promise<void> {
  const environment = {
    PORT: '0',
    ROLE: 'api',
    LOG_LEVEL: 'error',
    OPERATOR_TOKEN,
    SECRET_KEY: 'a key for benchmarks that guards nothing',
    DATABASE_URL: url,
  };
  const server = await startServer({ migrate: true, environment });
  const admin = caller(server.url ?? '', OPERATOR_TOKEN);
  const tenant = await mintTenant(server.url ?? '', admin, { contact_limit: -1 });
  const audience = await fill(server.platform, tenant);
  let round = 0;
  await compareTimes({
    name: `${engine}, fan-out to ${CONTACTS} contacts against INSERT … SELECT`,
    ...FAN_OUT,
    ours: async () => {
      const id = await writeDraft(tenant, audience);
      await tenant.call('POST', `/v1/broadcasts/${id}/send`);
      await admin('POST', '/admin/jobs/fanout/run');
    },
    byHand: async () => {
      round += 1;
      await insertByHand(server.platform, audience, round);
    },
  });
  await server.stop();
}

await run('sqlite', `sqlite:${join(folder, 'posthorn.db')}`);
const postgres = await startPostgres();
await run('postgres', postgres.url);
await postgres.stop();
rmSync(folder, { recursive: true });
