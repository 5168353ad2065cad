// Fan-out of a broadcast against one INSERT … SELECT of the same rows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@posthorn/server';
import { sql } from 'kysely';
import type { AppContext } from '../../server/src/app-context.ts';
import { startPostgres } from '../support/database/postgres.ts';
import type { Engine } from '../support/engines.ts';
import { writeDraft } from '../support/fixtures/broadcasts.ts';
import { BASE, fillAudience } from '../support/fixtures/fill-audience.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';
import { compareTimes } from './support/compare.ts';

const CONTACTS = Number(process.env.BENCH_RECIPIENTS ?? 50_000);
const PAGE = 1000;
const HOUR_MS = 3_600_000;
/** 0.4 of the rows a second is 1 / 0.4 of the time. */
const FAN_OUT = { goal: 2.5, floor: 4 };

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));

async function addAudience({ db }: AppContext, tenant: TestTenant): Promise<string> {
  const { body: audience } = await tenant.call('POST', '/v1/audiences', { body: { name: 'all' } });
  await fillAudience(db, { tenantId: tenant.id, audienceId: audience.id, count: CONTACTS });
  return audience.id;
}

/** The rows that ours makes, into the same table with the same indexes, by a transaction for every page of an audience. */
async function insertByHand({ db, newId }: AppContext, tenant: TestTenant, audienceId: string): Promise<void> {
  const now = Date.now();
  const [broadcastId, bodyId] = [newId('bc', now), newId('bod', now)];
  for (let start = 0; start < CONTACTS; start += PAGE) {
    // A millisecond of the log for each page, as ours takes one.
    const createdAt = now + start / PAGE;
    const idPrefix = newId('msg', createdAt).slice(0, 14);
    await db.transact((trx) =>
      sql`insert into messages (id, tenant_id, position, created_at, updated_at, status, stream, from_address, domain_id, subject,
          recipients, tags, test_mode, track_opens, track_clicks, body_id, broadcast_id, contact_id, due_at, attempts)
        select ${sql.lit(idPrefix)} || substr(c.id, 15), ${sql.lit(tenant.id)},
          ${sql.lit(createdAt * 1000)} + m.contact_created_at - ${sql.lit(BASE + start)}, ${sql.lit(createdAt)}, ${sql.lit(createdAt)},
          'queued', 'marketing', ${sql.lit(tenant.from)}, ${sql.lit(tenant.domain.id)}, 'News for {{ n }}',
          '[{"email":"' || c.email || '","address":"' || c.email || '","name":null,"kind":"to","status":"pending","detail":null,"updatedAt":'
            || ${sql.lit(createdAt)} || '}]',
          '{}', 0, 0, 0, ${sql.lit(bodyId)}, ${sql.lit(broadcastId)}, c.id, ${sql.lit(createdAt + HOUR_MS)}, 0
        from audience_members m join contacts c on c.id = m.contact_id where m.audience_id = ${sql.lit(audienceId)}
          and m.contact_created_at >= ${sql.lit(BASE + start)} and m.contact_created_at < ${sql.lit(BASE + start + PAGE)}`.execute(trx),
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
  const other = await mintTenant(server.url ?? '', admin);
  const audience = await addAudience(server.app, tenant);
  await compareTimes({
    name: `${engine}, fan-out to ${CONTACTS} contacts against INSERT … SELECT`,
    ...FAN_OUT,
    ours: async () => {
      const id = await writeDraft(tenant, audience);
      await tenant.call('POST', `/v1/broadcasts/${id}/send`);
      await admin('POST', '/admin/jobs/fanout/run');
    },
    byHand: () => insertByHand(server.app, other, audience),
  });
  await server.stop();
}

await run('sqlite', `sqlite:${join(folder, 'posthorn.db')}`);
const postgres = await startPostgres();
await run('postgres', postgres.url);
await postgres.stop();
rmSync(folder, { recursive: true });
