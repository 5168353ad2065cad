import { insertMany, type Trx, valuesTable } from '../db/dialect.ts';
import type { IdempotencyKeyRow } from '../db/schema.ts';
import type { SendRoute } from './submission.ts';

export interface StoredKey {
  readonly tenantId: string;
  readonly route: SendRoute;
  readonly key: string;
}

/** The stored answers of keys, one statement for all. */
export async function findAnswers(trx: Trx, keys: readonly StoredKey[]): Promise<IdempotencyKeyRow[]> {
  if (keys.length === 0) return [];
  const columns = { tenant_id: 'text', route: 'text', idempotency_key: 'text' } as const;
  const rows = keys.map(({ tenantId, route, key }) => ({ tenant_id: tenantId, route, idempotency_key: key }));
  return trx
    .selectFrom('idempotency_keys as k')
    .innerJoin(valuesTable(trx, columns, rows), (join) =>
      join.onRef('v.tenant_id', '=', 'k.tenant_id').onRef('v.route', '=', 'k.route').onRef('v.idempotency_key', '=', 'k.idempotency_key'),
    )
    .selectAll('k')
    .execute();
}

export async function insertAnswers(trx: Trx, rows: readonly IdempotencyKeyRow[]): Promise<void> {
  await insertMany(trx, 'idempotency_keys', rows);
}
