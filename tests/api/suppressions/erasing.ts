import { sql, type TableMetadata } from 'kysely';
import type { Db } from '../../../server/src/db/db.ts';
import type { Engine } from '../../support/engines.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

export const GONE = 'gone@example.net';
export const OTHER = 'b@example.net';

/** A server whose time stands still. */
export const startStill = (engine: Engine, environment: Record<string, string> = {}): Promise<TestServer> =>
  startTestServer(engine, { ...BY_HAND, ...environment });

const isText = (type: string) => /text|varchar/i.test(type);

async function countRows(db: Db, table: TableMetadata, email: string): Promise<number> {
  const columns = table.columns.filter(({ dataType }) => isText(dataType)).map(({ name }) => name);
  const conditions = columns.map((column) => sql`lower(${sql.ref(column)}) like ${`%${email}%`}`);
  const query = sql<{ count: number }>`select count(*) as count from ${sql.table(table.name)} where ${sql.join(conditions, sql` or `)}`;
  const found = await query.execute(db.write);
  return Number(found.rows[0]?.count);
}

/** Rows that name an address anywhere in a text, by table. */
export async function census({ app: { db } }: TestServer, email: string): Promise<Record<string, number>> {
  const all = await db.write.introspection.getTables();
  const tables = all.filter(({ schema = 'public', columns }) => schema === 'public' && columns.some(({ dataType }) => isText(dataType)));
  const counts = await Promise.all(tables.map(async (table) => [table.name, await countRows(db, table, email)] as const));
  return Object.fromEntries(counts.filter(([, number]) => number > 0));
}

/** Sends a mail to the address that will be gone; returns its id. */
export async function send({ call, from }: TestTenant, change: object = {}): Promise<string> {
  const answer = await call('POST', '/v1/email', { body: { from, to: [GONE], subject: 'Hello', text_body: 'Hello.', ...change } });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.message_id;
}

export const show = async ({ call }: TestTenant, id: string) => (await call('GET', `/v1/messages/${id}`)).body;
