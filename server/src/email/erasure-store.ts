import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { tracesOf } from '../core/text/erased.ts';
import { holdsEach, lockRows, type Trx, valuesTable } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { parseResult, parseRoute, type StoredAnswer, type StoredKey } from './store.ts';

/** What erasing changes of an answer. */
export type ErasableAnswer = Omit<StoredAnswer, 'bodyHash'>;

/**
 * Returns the next stored answers of a tenant, or of all tenants, and whether one names an address. The page
 * counts answers and not finds, so that each statement stays short.
 */
export async function findAnswersNaming(
  db: Kysely<Schema>,
  { tenantId, email }: { tenantId: string | null; email: string },
  { after, limit }: { after: StoredKey | null; limit: number },
): Promise<(StoredKey & { naming: boolean })[]> {
  const names = sql<number>`case when ${holdsEach(db, sql`lower(answer)`, tracesOf(email))} then 1 else 0 end`;
  const query = db
    .selectFrom('idempotency_keys')
    .select(['tenant_id', 'route', 'idempotency_key', names.as('naming')])
    .orderBy('tenant_id')
    .orderBy('route')
    .orderBy('idempotency_key')
    .limit(limit);
  const from = { tenantId: after?.tenantId ?? '', route: after?.route ?? '', key: after?.key ?? '' };
  const page =
    tenantId === null
      ? query.where(sql<SqlBool>`(tenant_id, route, idempotency_key) > (${from.tenantId}, ${from.route}, ${from.key})`)
      : query.where('tenant_id', '=', tenantId).where(sql<SqlBool>`(route, idempotency_key) > (${from.route}, ${from.key})`);
  const rows = await page.execute();
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    route: parseRoute(row.route),
    key: row.idempotency_key,
    naming: row.naming === 1,
  }));
}

const COLUMNS = { tenant_id: 'text', route: 'text', idempotency_key: 'text' } as const;

const toValues = ({ tenantId, route, key }: StoredKey) => ({ tenant_id: tenantId, route, idempotency_key: key });

const isSame = (): RawBuilder<SqlBool> =>
  sql<SqlBool>`v.tenant_id = idempotency_keys.tenant_id and v.route = idempotency_keys.route and v.idempotency_key = idempotency_keys.idempotency_key`;

/** Locks stored answers, so that of two erasures in one of them the second sees what the first has written. */
export async function lockAnswers(trx: Trx, keys: readonly StoredKey[]): Promise<ErasableAnswer[]> {
  const rows = await trx
    .selectFrom('idempotency_keys')
    .innerJoin(valuesTable(trx, COLUMNS, keys.map(toValues)), (join) => join.on(isSame()))
    .select(['idempotency_keys.tenant_id', 'idempotency_keys.route', 'idempotency_keys.idempotency_key', 'answer'])
    .orderBy('idempotency_keys.tenant_id')
    .orderBy('idempotency_keys.route')
    .orderBy('idempotency_keys.idempotency_key')
    .modifyEnd(lockRows(trx, 'wait', 'idempotency_keys'))
    .execute();
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    route: parseRoute(row.route),
    key: row.idempotency_key,
    result: parseResult(row.answer),
  }));
}

export async function updateAnswers(trx: Trx, answers: readonly ErasableAnswer[]): Promise<void> {
  const rows = answers.map((answer) => ({ ...toValues(answer), answer: JSON.stringify(answer.result) }));
  await trx
    .updateTable('idempotency_keys')
    .from(valuesTable(trx, { ...COLUMNS, answer: 'text' }, rows))
    .set({ answer: sql`v.answer` })
    .where(isSame())
    .execute();
}
