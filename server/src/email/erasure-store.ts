import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { likeWithinJson } from '../core/erased.ts';
import { lockRows, type Trx, valuesTable } from '../db/dialect.ts';
import type { IdempotencyKeyRow, Schema } from '../db/schema.ts';

/** Where a walk over stored answers stands. */
export type AnswerPlace = Pick<IdempotencyKeyRow, 'tenant_id' | 'route' | 'idempotency_key'>;

/** Before all answers. */
export const FIRST: AnswerPlace = { tenant_id: '', route: '', idempotency_key: '' };

const PLACE = ['tenant_id', 'route', 'idempotency_key'] as const;

/**
 * The next stored answers of a tenant, or of all tenants, and whether one names an address. The page
 * counts answers and not finds, so that each statement stays short.
 */
export async function findNaming(
  db: Kysely<Schema>,
  { tenantId, email }: { tenantId: string | null; email: string },
  { after, limit }: { after: AnswerPlace; limit: number },
): Promise<(AnswerPlace & { naming: boolean })[]> {
  const names = sql<number>`case when lower(answer) like ${likeWithinJson(email)} escape '!' then 1 else 0 end`;
  const query = db
    .selectFrom('idempotency_keys')
    .select([...PLACE, names.as('naming')])
    .orderBy('tenant_id')
    .orderBy('route')
    .orderBy('idempotency_key')
    .limit(limit);
  const { tenant_id, route, idempotency_key } = after;
  const page =
    tenantId === null
      ? query.where(sql<SqlBool>`(tenant_id, route, idempotency_key) > (${tenant_id}, ${route}, ${idempotency_key})`)
      : query.where('tenant_id', '=', tenantId).where(sql<SqlBool>`(route, idempotency_key) > (${route}, ${idempotency_key})`);
  const rows = await page.execute();
  return rows.map(({ naming, ...place }) => ({ ...place, naming: naming === 1 }));
}

const COLUMNS = { tenant_id: 'text', route: 'text', idempotency_key: 'text' } as const;

const isSame = (): RawBuilder<SqlBool> =>
  sql<SqlBool>`v.tenant_id = idempotency_keys.tenant_id and v.route = idempotency_keys.route and v.idempotency_key = idempotency_keys.idempotency_key`;

/** Locks stored answers, so that of two erasures in one of them the second sees what the first has written. */
export function lockAnswers(trx: Trx, places: readonly AnswerPlace[]): Promise<(AnswerPlace & { answer: string })[]> {
  const rows = places.map(({ tenant_id, route, idempotency_key }) => ({ tenant_id, route, idempotency_key }));
  return trx
    .selectFrom('idempotency_keys')
    .innerJoin(valuesTable(trx, COLUMNS, rows), (join) => join.on(isSame()))
    .select(['idempotency_keys.tenant_id', 'idempotency_keys.route', 'idempotency_keys.idempotency_key', 'answer'])
    .orderBy('idempotency_keys.tenant_id')
    .orderBy('idempotency_keys.route')
    .orderBy('idempotency_keys.idempotency_key')
    .modifyEnd(lockRows(trx, 'wait', 'idempotency_keys'))
    .execute();
}

export async function updateAnswers(trx: Trx, rows: readonly (AnswerPlace & { answer: string })[]): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .from(valuesTable(trx, { ...COLUMNS, answer: 'text' }, rows))
    .set({ answer: sql`v.answer` })
    .where(isSame())
    .execute();
}
