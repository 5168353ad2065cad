import { type Role, roleNames } from '@posthorn/contract';
import type { Kysely } from 'kysely';
import type { Trx } from '../../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../../db/keyset.ts';
import type { MembershipRow, Schema } from '../../db/schema.ts';
import type { Membership } from '../person.ts';

const MOST_SHOWN = 500;

/** Reads an unknown stored role as the read-only role. */
export const readRole = (stored: string | null): Role => roleNames.find((name) => name === stored) ?? 'viewer';

const fromRow = (row: MembershipRow): Membership => ({
  id: row.id,
  tenantId: row.tenant_id,
  userId: row.user_id,
  role: readRole(row.role),
  createdAt: row.created_at,
});

export async function insertMembership(trx: Trx, membership: Membership): Promise<void> {
  const { id, tenantId, userId, role, createdAt } = membership;
  await trx.insertInto('memberships').values({ id, tenant_id: tenantId, user_id: userId, role, created_at: createdAt }).execute();
}

export interface KnownMembership extends Membership {
  readonly isTenantSuspended: boolean;
}

/** Returns the membership of a user in an existing tenant. */
export async function findMembership(
  db: Kysely<Schema>,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<KnownMembership | undefined> {
  const row = await db
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .selectAll('m')
    .select('t.suspended')
    .where('m.user_id', '=', userId)
    .where('m.tenant_id', '=', tenantId)
    .where('t.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { ...fromRow(row), isTenantSuspended: row.suspended === 1 };
}

export async function findMember(db: Kysely<Schema>, { tenantId, id }: { tenantId: string; id: string }): Promise<Membership | undefined> {
  const row = await db.selectFrom('memberships').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

export async function listMemberships(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<Membership[]> {
  const rows = await db.selectFrom('memberships').selectAll().where('tenant_id', '=', tenantId).$call(newestFirst(page)).execute();
  return rows.map(fromRow);
}

export interface OwnMembership {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly role: Role;
  readonly isSuspended: boolean;
}

/** Returns the tenants of a user, by name. */
export async function listOwnMemberships(db: Kysely<Schema>, userId: string): Promise<OwnMembership[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['m.tenant_id', 't.name', 'm.role', 't.suspended'])
    .where('m.user_id', '=', userId)
    .where('t.deleted_at', 'is', null)
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(MOST_SHOWN)
    .execute();
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    tenantName: row.name,
    role: readRole(row.role),
    isSuspended: row.suspended === 1,
  }));
}

/** Returns whether a tenant has another owner who can sign in. */
export async function hasOtherOwner(trx: Trx, { tenantId, id }: { tenantId: string; id: string }): Promise<boolean> {
  const other = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.id')
    .where('m.tenant_id', '=', tenantId)
    .where('m.role', '=', 'owner')
    .where('m.id', '<>', id)
    .where('u.suspended', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Returns a tenant in which the user is the only owner who can sign in; the first by name. */
export async function findSoleOwned(trx: Trx, userId: string): Promise<{ id: string; name: string } | undefined> {
  return trx
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['t.id', 't.name'])
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'owner')
    .where('t.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships as o')
            .innerJoin('users as u', 'u.id', 'o.user_id')
            .select('o.id')
            .whereRef('o.tenant_id', '=', 'm.tenant_id')
            .whereRef('o.user_id', '<>', 'm.user_id')
            .where('o.role', '=', 'owner')
            .where('u.suspended', '=', 0),
        ),
      ),
    )
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(1)
    .executeTakeFirst();
}

export async function updateRole(trx: Trx, id: string, role: Role): Promise<void> {
  await trx.updateTable('memberships').set({ role }).where('id', '=', id).execute();
}

export async function deleteMembership(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('memberships').where('id', '=', id).execute();
}

export async function listTenantsOf(trx: Trx, userId: string): Promise<string[]> {
  const rows = await trx.selectFrom('memberships').select('tenant_id').where('user_id', '=', userId).orderBy('tenant_id').execute();
  return rows.map(({ tenant_id }) => tenant_id);
}

export async function deleteMembershipsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('memberships').where('user_id', '=', userId).execute();
}
