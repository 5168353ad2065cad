import type { Kysely } from 'kysely';
import { insertMany, type Trx, valuesTable } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import type { SendResults, SendRoute } from './intake/admission-request.ts';

/** An idempotency key in its scope: a tenant and one of the send operations. */
export interface StoredKey {
  readonly tenantId: string;
  readonly route: SendRoute;
  readonly key: string;
}

/** The answer to a send request, stored under its idempotency key. */
export interface StoredAnswer extends StoredKey {
  readonly bodyHash: string;
  readonly result: SendResults[SendRoute];
}

export const keyOf = ({ tenantId, route, key }: StoredKey): string => `${tenantId} ${route} ${key}`;

/** Safe because `insertAnswers` wrote it. */
export const parseRoute = (route: string): SendRoute => route as SendRoute;

/** Safe because `insertAnswers` wrote it. */
export const parseResult = (answer: string): StoredAnswer['result'] => JSON.parse(answer);

/** Returns the stored answers of keys, by one statement for all. */
export async function findAnswers(db: Kysely<Schema>, keys: readonly StoredKey[]): Promise<StoredAnswer[]> {
  if (keys.length === 0) return [];
  const columns = { tenant_id: 'text', route: 'text', idempotency_key: 'text' } as const;
  const values = keys.map(({ tenantId, route, key }) => ({ tenant_id: tenantId, route, idempotency_key: key }));
  const rows = await db
    .selectFrom('idempotency_keys as k')
    .innerJoin(valuesTable(db, columns, values), (join) =>
      join.onRef('v.tenant_id', '=', 'k.tenant_id').onRef('v.route', '=', 'k.route').onRef('v.idempotency_key', '=', 'k.idempotency_key'),
    )
    .selectAll('k')
    .execute();
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    route: parseRoute(row.route),
    key: row.idempotency_key,
    bodyHash: row.body_hash,
    result: parseResult(row.answer),
  }));
}

export async function insertAnswers(trx: Trx, answers: readonly StoredAnswer[], now: number): Promise<void> {
  const rows = answers.map(({ tenantId, route, key, bodyHash, result }) => ({
    tenant_id: tenantId,
    route,
    idempotency_key: key,
    body_hash: bodyHash,
    answer: JSON.stringify(result),
    created_at: now,
  }));
  await insertMany(trx, 'idempotency_keys', rows);
}
