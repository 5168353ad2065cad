// How long it takes to count which of a million contacts match a filter, against the same SQL by hand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, type RunningServer, startServer } from '@posthorn/server';
import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../../server/src/app-context.ts';
import { countContacts } from '../../server/src/segments/match-contacts.ts';
import { startPostgres } from '../support/database/postgres.ts';
import type { Engine } from '../support/engines.ts';
import { fillAudience } from '../support/fixtures/fill-audience.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../support/server.ts';
import { compareTimes } from './support/compare.ts';

const CONTACTS = Number(process.env.BENCH_CONTACTS ?? 1_000_000);
const COUNTRIES = ['DE', 'AT', 'CH', 'FR', 'IT', 'ES', 'US', 'GB'];
const GOAL = { goal: 1.15, floor: 1.5 };

const attributesOf = (index: number) => ({
  first_name: `Name${index % 5000}`,
  country: COUNTRIES[index % COUNTRIES.length],
  plan: ['free', 'pro', 'team'][index % 3],
  age: 18 + (index % 60),
  score: String(index % 1000),
  company: `Company ${index % 100_000}`,
  vip: index % 100 === 0,
});
const statusOf = (index: number) => (index % 10 === 0 ? 'unsubscribed' : 'subscribed');
const isMember = (index: number) => index % 2 === 0;

interface Case {
  readonly name: string;
  readonly filter: (audience: string) => object;
  /** The condition after `where tenant_id = … and`, as somebody who knows the data would write it. */
  readonly byHand: Readonly<Record<Engine['name'], (audience: string) => RawBuilder<unknown>>>;
}

const attribute = (key: string, op: string, value: unknown) => ({ field: `attributes.${key}`, op, value });

const CASES: readonly Case[] = [
  {
    name: 'an attribute of one in eight',
    filter: () => attribute('country', 'eq', 'DE'),
    byHand: { sqlite: () => sql`attributes ->> '$.country' = 'DE'`, postgres: () => sql`attributes_json @> '{"country":"DE"}'` },
  },
  {
    name: 'an attribute of ten',
    filter: () => attribute('company', 'eq', 'Company 77'),
    byHand: {
      sqlite: () => sql`attributes ->> '$.company' = 'Company 77'`,
      postgres: () => sql`attributes_json @> '{"company":"Company 77"}'`,
    },
  },
  {
    name: 'country, age and status',
    filter: () => ({
      and: [attribute('country', 'eq', 'DE'), attribute('age', 'gte', 50), { field: 'status', op: 'eq', value: 'subscribed' }],
    }),
    byHand: {
      sqlite: () => sql`attributes ->> '$.country' = 'DE' and attributes ->> '$.age' >= 50 and status = 'subscribed'`,
      postgres: () => sql`attributes_json @> '{"country":"DE"}' and (attributes_json -> 'age')::float8 >= 50 and status = 'subscribed'`,
    },
  },
  {
    name: 'a part of a name',
    filter: () => attribute('first_name', 'contains', '99'),
    byHand: {
      sqlite: () => sql`instr(attributes ->> '$.first_name', '99') > 0`,
      postgres: () => sql`strpos(attributes_json ->> 'first_name', '99') > 0`,
    },
  },
  {
    name: 'members of an audience of half',
    filter: (audience) => ({ field: 'audience', op: 'member_of', value: audience }),
    byHand: {
      sqlite: (audience) => sql`exists (select 1 from audience_members m where m.audience_id = ${audience} and m.contact_id = contacts.id)`,
      postgres: (audience) =>
        sql`exists (select 1 from audience_members m where m.audience_id = ${audience} and m.contact_id = contacts.id)`,
    },
  },
];

async function countByHand({ read }: Db, tenant: string, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from contacts where tenant_id = ${tenant} and ${condition}`.execute(read);
  return rows[0]?.count ?? Number.NaN;
}

interface Bench {
  readonly engine: Engine['name'];
  readonly app: AppContext;
  readonly tenant: string;
  readonly audience: string;
}

async function measure({ engine, app, tenant, audience }: Bench, { name, filter, byHand }: Case): Promise<void> {
  const ours = () => countContacts(app, { tenantId: tenant, filter: filter(audience) });
  const hand = () => countByHand(app.db, tenant, byHand[engine](audience));
  const [counted, expected] = [await ours(), await hand()];
  if (counted !== expected || expected === 0) throw new Error(`${name}: ${counted} instead of ${expected}`);
  await compareTimes({ name: `${engine}, ${name} (${counted})`, ...GOAL, ours, byHand: hand });
}

async function run(engine: Engine['name'], url: string): Promise<void> {
  const environment = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    OPERATOR_TOKEN,
    SECRET_KEY: 'a key for benchmarks that guards nothing',
    DATABASE_URL: url,
  };
  const server: RunningServer = await startServer({ migrate: true, environment });
  const { app } = server;
  const { db } = app;
  const tenant = await mintTenant(server.url ?? '', caller(server.url ?? '', OPERATOR_TOKEN));
  const { body: audience } = await tenant.call('POST', '/v1/audiences', { body: { name: 'half' } });
  await fillAudience(db, { tenantId: tenant.id, audienceId: audience.id, count: CONTACTS, statusOf, attributesOf, isMember });
  if (engine === 'postgres') await sql`vacuum analyze`.execute(db.maintenance);
  for (const each of CASES) await measure({ engine, app, tenant: tenant.id, audience: audience.id }, each);
  await server.stop();
}

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
await run('sqlite', `sqlite:${join(folder, 'posthorn.db')}`);
rmSync(folder, { recursive: true });
const postgres = await startPostgres();
await run('postgres', postgres.url);
await postgres.stop();
