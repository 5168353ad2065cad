import type { Plan } from '@posthorn/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Trx } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import { toFlag } from '../db/schema/flag.ts';
import type { Schema, TenantRow } from '../db/schema.ts';
import { UNUSED_METER } from '../meters/store.ts';
import { NO_OVERRIDES, type Tenant } from './tenant.ts';

type StoredTenant = Omit<TenantRow, 'deleted_at'>;

const columns = ['id', 'name', 'plan', 'suspended', 'overrides', 'created_at'] as const;

/** Safe because only a tenant's plan and overrides are written there. */
export const readPlan = (stored: string) => stored as Plan;
export const readOverrides = (stored: string): Tenant['overrides'] => ({ ...NO_OVERRIDES, ...JSON.parse(stored) });

const fromRow = (row: StoredTenant): Tenant => ({
  id: row.id,
  name: row.name,
  plan: readPlan(row.plan),
  suspended: row.suspended === 1,
  overrides: readOverrides(row.overrides),
  createdAt: row.created_at,
});

/** Columns that a change may write. */
const toSettings = ({ name, plan, suspended, overrides }: Tenant) => ({
  name,
  plan,
  suspended: toFlag(suspended),
  overrides: JSON.stringify(overrides),
});

/** Inserts a tenant and its meter, which it has from the start. */
export async function insertTenant(trx: Trx, tenant: Tenant): Promise<void> {
  await trx
    .insertInto('tenants')
    .values({ id: tenant.id, ...toSettings(tenant), created_at: tenant.createdAt, deleted_at: null })
    .execute();
  await trx
    .insertInto('tenant_meters')
    .values({ tenant_id: tenant.id, version: 1, ...UNUSED_METER })
    .execute();
}

export async function listTenants(db: Kysely<Schema>, page: KeysetRequest): Promise<Tenant[]> {
  const rows = await db.selectFrom('tenants').select(columns).where('deleted_at', 'is', null).$call(newestFirst(page)).execute();
  return rows.map(fromRow);
}

export async function findTenant(db: Kysely<Schema>, id: string): Promise<Tenant | undefined> {
  const row = await db.selectFrom('tenants').select(columns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
  return row && fromRow(row);
}

/** Returns the condition that a tenant of the query, by its name there, is neither suspended nor deleted. */
export const isActiveTenant = (name: 't' | 'tenants') =>
  sql<SqlBool>`(${sql.ref(`${name}.suspended`)} = 0 and ${sql.ref(`${name}.deleted_at`)} is null)`;

/** Returns a query for the ids of tenants whose work is held: suspended ones, and those that are being deleted. There are few. */
export const suspendedTenants = () =>
  sql<string>`select id from tenants where suspended = 1 union all select id from tenants where deleted_at is not null`;

export async function updateSettings(trx: Trx, tenant: Tenant): Promise<void> {
  await trx.updateTable('tenants').set(toSettings(tenant)).where('id', '=', tenant.id).execute();
}

/** Replaces a tenant by a nameless marker, by which everything else of it is found and removed. Returns whether it existed. */
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
