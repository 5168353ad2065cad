import { type Kysely, type SqlBool, sql } from 'kysely';
import { MINUTE_MS } from '../../core/durations.ts';
import { lockRows, type Trx } from '../../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../../db/keyset.ts';
import { toFlag } from '../../db/schema/flag.ts';
import type { InvitationRow, Schema } from '../../db/schema.ts';
import { readRole } from '../members/store.ts';
import type { Link, LinkKind } from '../person.ts';

const columns = ['id', 'kind', 'email', 'tenant_id', 'role', 'operator', 'created_at', 'expires_at'] as const;

const fromRow = (row: Pick<InvitationRow, (typeof columns)[number]>): Link => ({
  id: row.id,
  // Safe because only kinds are written there.
  kind: row.kind as LinkKind,
  email: row.email,
  tenantId: row.tenant_id,
  role: row.role === null ? null : readRole(row.role),
  isOperator: row.operator === 1,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

/** Whether a link still works: one from a time ahead was made before the clock was set back, and would work for that much longer. */
const worksAt = (now: number) => sql<SqlBool>`expires_at > ${now} and created_at <= ${now + MINUTE_MS}`;

/** Inserts a link. `hash`: the SHA-256 of the token, in hex. */
export async function insertLink(trx: Trx, link: Link, hash: string): Promise<void> {
  await trx
    .insertInto('invitations')
    .values({
      id: link.id,
      kind: link.kind,
      email: link.email,
      tenant_id: link.tenantId,
      role: link.role,
      operator: toFlag(link.isOperator),
      hash,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute();
}

export async function findLink(db: Kysely<Schema>, { hash, now }: { hash: string; now: number }): Promise<Link | undefined> {
  const row = await db.selectFrom('invitations').select(columns).where('hash', '=', hash).where(worksAt(now)).executeTakeFirst();
  return row && fromRow(row);
}

/** Returns the invitations to an address that can still be accepted. */
export async function findInvitations(db: Kysely<Schema>, { email, now }: { email: string; now: number }): Promise<Link[]> {
  const rows = await db
    .selectFrom('invitations')
    .select(columns)
    .where('email', '=', email)
    .where('kind', '=', 'invitation')
    .where(worksAt(now))
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

/** Locks a link until the transaction ends; returns whether it exists. */
export async function lockLink(trx: Trx, id: string): Promise<boolean> {
  const query = trx
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(lockRows(trx, 'wait', 'invitations'));
  return (await query.executeTakeFirst()) !== undefined;
}

/** Uses up a link; returns whether it existed. Only one transaction gets true. */
export async function takeLink(trx: Trx, id: string): Promise<boolean> {
  const taken = await trx.deleteFrom('invitations').where('id', '=', id).returning('id').executeTakeFirst();
  return taken !== undefined;
}

/** Removes links that a newer one replaces: those of the same kind, to the same address, for the same tenant. */
export async function deleteReplaced(trx: Trx, { kind, email, tenantId }: Pick<Link, 'kind' | 'email' | 'tenantId'>): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where('email', '=', email)
    .where('kind', '=', kind)
    .where('tenant_id', tenantId === null ? 'is' : '=', tenantId)
    .execute();
}

/** Locks the links to an address. */
const linksTo = (trx: Trx, email: string) =>
  trx
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'invitations'));

/** Locks the links that let somebody choose another password, until the transaction ends. */
export async function lockResets(trx: Trx, email: string): Promise<void> {
  await linksTo(trx, email).where('kind', 'in', ['reset', 'recovery']).execute();
}

/** Removes the links that let somebody choose another password. */
export async function deleteResets(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('invitations').where('email', '=', email).where('kind', 'in', ['reset', 'recovery']).execute();
}

/** Locks every link to an address, until the transaction ends. */
export async function lockLinksTo(trx: Trx, email: string): Promise<void> {
  await linksTo(trx, email).execute();
}

/** Removes every link to an address, invitations too. */
export async function deleteLinksTo(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('invitations').where('email', '=', email).execute();
}

/** Removes the invitations of a member to the same tenant; `id` is the id of the membership. */
export async function deleteInvitationsOf(trx: Trx, { tenantId, id }: { tenantId: string; id: string }): Promise<void> {
  const address = trx.selectFrom('memberships as m').innerJoin('users as u', 'u.id', 'm.user_id').select('u.email').where('m.id', '=', id);
  await trx.deleteFrom('invitations').where('tenant_id', '=', tenantId).where('email', '=', address).execute();
}

export interface TenantLinks {
  readonly tenantId: string;
  readonly now: number;
  readonly page: KeysetRequest;
}

/** Returns the invitations to a tenant that can still be accepted. */
export async function listInvitations(db: Kysely<Schema>, { tenantId, now, page }: TenantLinks): Promise<Link[]> {
  const rows = await db
    .selectFrom('invitations')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where(worksAt(now))
    .$call(newestFirst(page))
    .execute();
  return rows.map(fromRow);
}

export async function deleteInvitation(trx: Trx, { tenantId, id }: { tenantId: string; id: string }): Promise<boolean> {
  const gone = await trx
    .deleteFrom('invitations')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Removes at most `limit` links that have expired, and returns how many. */
export async function deleteExpiredLinks(trx: Trx, { now, limit }: { now: number; limit: number }): Promise<number> {
  const expired = trx.selectFrom('invitations').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit);
  const { numDeletedRows } = await trx.deleteFrom('invitations').where('id', 'in', expired).executeTakeFirst();
  return Number(numDeletedRows);
}
