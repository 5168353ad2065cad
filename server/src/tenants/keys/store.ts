import type { Permission } from '@posthorn/contract';
import { type Kysely, sql } from 'kysely';
import type { KeyCaller, ServiceCaller } from '../../core/request/caller.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { lockInOrder, type Trx, valuesTable } from '../../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../../db/keyset.ts';
import type { ApiKeyRow, Schema } from '../../db/schema.ts';
import { isActiveTenant, readOverrides, readPlan } from '../store.ts';
import type { ApiKey } from './api-key.ts';

type StoredKey = Omit<ApiKeyRow, 'tenant_id' | 'hash'>;

const columns = ['id', 'name', 'permission', 'domain_id', 'prefix', 'created_at', 'last_used_at'] as const;

/** Anything unknown may only send. */
const readPermission = (stored: string): Permission => (stored === 'full_access' ? 'full_access' : 'sending_access');

const fromRow = (row: StoredKey): ApiKey => ({
  id: row.id,
  name: row.name,
  permission: readPermission(row.permission),
  domainId: row.domain_id,
  prefix: row.prefix,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

/** `hash`: the SHA-256 of the key, in hex. */
export async function insertApiKey(trx: Trx, key: ApiKey, { tenantId, hash }: { tenantId: string; hash: string }): Promise<void> {
  await trx
    .insertInto('api_keys')
    .values({
      id: key.id,
      tenant_id: tenantId,
      name: key.name,
      permission: key.permission,
      domain_id: key.domainId,
      prefix: key.prefix,
      hash,
      created_at: key.createdAt,
      last_used_at: key.lastUsedAt,
    })
    .execute();
}

export async function listApiKeys(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<ApiKey[]> {
  const rows = await db.selectFrom('api_keys').select(columns).where('tenant_id', '=', tenantId).$call(newestFirst(page)).execute();
  return rows.map(fromRow);
}

export async function deleteApiKey(trx: Trx, { tenantId, id }: ObjectRef): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('api_keys')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Returns the caller whose key has this SHA-256 (hex), by one point read; a key of a suspended or deleted tenant is none. */
export async function findCaller(db: Kysely<Schema>, keyHash: string): Promise<KeyCaller | undefined> {
  const row = await db
    .selectFrom('api_keys as k')
    .innerJoin('tenants as t', 't.id', 'k.tenant_id')
    .innerJoin('tenant_meters as m', 'm.tenant_id', 'k.tenant_id')
    .select(['k.id', 'k.tenant_id', 'k.permission', 'k.domain_id', 'm.version', 't.plan', 't.overrides'])
    .where('k.hash', '=', keyHash)
    .where(isActiveTenant('t'))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    kind: 'tenant',
    tenantId: row.tenant_id,
    keyId: row.id,
    keyHash,
    permission: readPermission(row.permission),
    domainId: row.domain_id,
    version: row.version,
    plan: readPlan(row.plan),
    overrides: readOverrides(row.overrides),
  };
}

/** Returns whether the key with this SHA-256 (hex) may be used again once its tenant is no longer suspended. */
export async function isKeyOfSuspendedTenant(db: Kysely<Schema>, keyHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('api_keys as k')
    .innerJoin('tenants as t', 't.id', 'k.tenant_id')
    .select('k.id')
    .where('k.hash', '=', keyHash)
    .where('t.suspended', '=', 1)
    .where('t.deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the service as the caller of a tenant whose mail it sends; undefined for a tenant that is suspended or deleted. */
export async function findServiceCaller(db: Kysely<Schema>, tenantId: string): Promise<ServiceCaller | undefined> {
  const row = await db
    .selectFrom('tenants as t')
    .innerJoin('tenant_meters as m', 'm.tenant_id', 't.id')
    .select(['m.version', 't.plan', 't.overrides'])
    .where('t.id', '=', tenantId)
    .where(isActiveTenant('t'))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    kind: 'tenant',
    service: true,
    tenantId,
    permission: 'full_access',
    domainId: null,
    version: row.version,
    plan: readPlan(row.plan),
    overrides: readOverrides(row.overrides),
  };
}

/** Writes when keys were last used; an older time changes nothing. */
export async function updateLastUsed(trx: Trx, usedAt: ReadonlyMap<string, number>): Promise<void> {
  await lockInOrder(trx, 'api_keys', [...usedAt.keys()]);
  const rows = [...usedAt].map(([id, used_at]) => ({ id, used_at }));
  await trx
    .updateTable('api_keys')
    .from(valuesTable(trx, { id: 'text', used_at: 'bigint' }, rows))
    .set({ last_used_at: sql`v.used_at` })
    .whereRef('api_keys.id', '=', 'v.id')
    .where(sql<boolean>`coalesce(api_keys.last_used_at, 0) < v.used_at`)
    .execute();
}
