import { type Kysely, sql } from 'kysely';
import type { TenantCaller } from '../core/context.ts';
import { isIn, type Trx, valuesTable } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { ApiKeyRow, Schema, TenantRow } from '../db/schema.ts';
import { UNUSED_METER } from './meter-store.ts';
import { readOverrides } from './overrides.ts';

export type StoredTenant = Omit<TenantRow, 'deleted_at'>;
export type StoredApiKey = Omit<ApiKeyRow, 'tenant_id' | 'hash'>;

const tenantColumns = ['id', 'name', 'plan', 'suspended', 'overrides', 'created_at'] as const;
const apiKeyColumns = ['id', 'name', 'permission', 'domain_id', 'prefix', 'created_at', 'last_used_at'] as const;

/** A tenant has its meter from the start. */
export async function insertTenant(trx: Trx, tenant: StoredTenant): Promise<void> {
  await trx
    .insertInto('tenants')
    .values({ ...tenant, deleted_at: null })
    .execute();
  await trx
    .insertInto('tenant_meters')
    .values({ tenant_id: tenant.id, version: 1, ...UNUSED_METER })
    .execute();
}

export function listTenants(db: Kysely<Schema>, page: KeysetRequest): Promise<StoredTenant[]> {
  return db.selectFrom('tenants').select(tenantColumns).where('deleted_at', 'is', null).$call(newestFirst(page)).execute();
}

export function findTenant(db: Kysely<Schema>, id: string): Promise<StoredTenant | undefined> {
  return db.selectFrom('tenants').select(tenantColumns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/** What a tenant has agreed on; undefined where it is gone. */
export async function findPlan(db: Kysely<Schema>, id: string): Promise<Pick<TenantCaller, 'plan' | 'overrides'> | undefined> {
  const tenant = await findTenant(db, id);
  // Safe because only checked plans are written.
  return tenant && { plan: tenant.plan as TenantCaller['plan'], overrides: readOverrides(tenant.overrides) };
}

export async function updateTenantRow(trx: Trx, { id, name, plan, suspended, overrides }: StoredTenant): Promise<void> {
  await trx.updateTable('tenants').set({ name, plan, suspended, overrides }).where('id', '=', id).execute();
}

/** Leaves a nameless marker, by which everything else of the tenant is found and removed. Returns whether there was one to delete. */
export async function markTenantDeleted(trx: Trx, id: string, at: number): Promise<boolean> {
  const marked = await trx
    .updateTable('tenants')
    .set({ deleted_at: at, name: '', overrides: '{}' })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/**
 * Tells every process that settings of the tenant have changed. The first statement of a transaction
 * that changes them: it holds the tenant's meter, so that such changes follow one another.
 */
export async function bumpVersion(trx: Trx, tenantId: string): Promise<void> {
  await trx.updateTable('tenant_meters').set({ version: sql`version + 1` }).where('tenant_id', '=', tenantId).execute();
}

/** The same for many tenants. Against a process that holds several of them it may lose, and its transaction is run again. */
export async function bumpVersions(trx: Trx, tenantIds: readonly string[]): Promise<void> {
  if (tenantIds.length === 0) return;
  await trx
    .updateTable('tenant_meters')
    .set({ version: sql`version + 1` })
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .execute();
}

export async function insertApiKey(trx: Trx, key: ApiKeyRow): Promise<void> {
  await trx.insertInto('api_keys').values(key).execute();
}

export function listApiKeys(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<StoredApiKey[]> {
  return db.selectFrom('api_keys').select(apiKeyColumns).where('tenant_id', '=', tenantId).$call(newestFirst(page)).execute();
}

export async function deleteApiKey(trx: Trx, tenantId: string, id: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('api_keys')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** One point read; a key of a suspended or deleted tenant is none. */
export async function findCaller(db: Kysely<Schema>, keyHash: string): Promise<TenantCaller | undefined> {
  const row = await db
    .selectFrom('api_keys as k')
    .innerJoin('tenants as t', 't.id', 'k.tenant_id')
    .innerJoin('tenant_meters as m', 'm.tenant_id', 'k.tenant_id')
    .select(['k.id', 'k.tenant_id', 'k.permission', 'k.domain_id', 'm.version', 't.plan', 't.overrides'])
    .where('k.hash', '=', keyHash)
    .where('t.suspended', '=', 0)
    .where('t.deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const permission = row.permission === 'full_access' ? 'full_access' : 'sending_access';
  return {
    kind: 'tenant',
    tenantId: row.tenant_id,
    keyId: row.id,
    keyHash,
    permission,
    domainId: row.domain_id,
    version: row.version,
    // Safe because only checked plans are written.
    plan: row.plan as TenantCaller['plan'],
    overrides: readOverrides(row.overrides),
  };
}

/** When keys were last used; an older time changes nothing. */
export async function updateLastUsed(trx: Trx, usedAt: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...usedAt].map(([id, used_at]) => ({ id, used_at }));
  await trx
    .updateTable('api_keys')
    .from(valuesTable(trx, { id: 'text', used_at: 'bigint' }, rows))
    .set({ last_used_at: sql`v.used_at` })
    .whereRef('api_keys.id', '=', 'v.id')
    .where(sql<boolean>`coalesce(api_keys.last_used_at, 0) < v.used_at`)
    .execute();
}
