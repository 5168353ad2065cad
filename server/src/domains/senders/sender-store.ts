import { type Kysely, sql } from 'kysely';
import { isIn } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';

/** A verified domain, as the way of an accepted mail needs it. */
export interface SenderDomain {
  readonly id: string;
  readonly name: string;
  readonly status: 'verified';
  readonly openTracking: boolean;
  readonly clickTracking: boolean;
}

/** Returns all verified domains of a tenant. */
export async function findSenderDomains(db: Kysely<Schema>, tenantId: string): Promise<SenderDomain[]> {
  const rows = await db
    .selectFrom('domains')
    .select(['id', 'name', 'open_tracking', 'click_tracking'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', sql.lit('verified'))
    .execute();
  return rows.map(({ id, name, open_tracking, click_tracking }) => ({
    id,
    name,
    status: 'verified',
    openTracking: open_tracking === 1,
    clickTracking: click_tracking === 1,
  }));
}

/** Returns which of some domains, of any tenants, are verified. */
export async function findVerifiedDomains(db: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('domains')
    .select('id')
    .where((eb) => isIn(db, eb.ref('id'), ids))
    .where('status', '=', sql.lit('verified'))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A verified domain with the sender that it has by default. */
export interface DefaultSender extends SenderDomain {
  readonly defaultFromLocalPart: string | null;
}

/** Returns the verified domains of a tenant, the oldest first. */
export async function findDefaultSenders(db: Kysely<Schema>, tenantId: string): Promise<DefaultSender[]> {
  const rows = await db
    .selectFrom('domains')
    .select(['id', 'name', 'open_tracking', 'click_tracking', 'default_from_local_part'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', sql.lit('verified'))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: 'verified',
    openTracking: row.open_tracking === 1,
    clickTracking: row.click_tracking === 1,
    defaultFromLocalPart: row.default_from_local_part,
  }));
}
