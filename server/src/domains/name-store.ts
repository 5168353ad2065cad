import { type Kysely, sql } from 'kysely';
import { isIn } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import type { SendingDomain } from './domain.ts';
import { readFindings } from './store.ts';

/** Whether the tenant already has the name, or another one has verified it. */
export async function isNameTaken(db: Kysely<Schema>, tenantId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where(({ eb, or, and }) =>
      // The name in each arm, so that each has an index of its own.
      or([
        and([eb('name', '=', name), eb('tenant_id', '=', tenantId)]),
        and([eb('name', '=', name), eb('status', '=', sql.lit('verified'))]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

export async function isVerifiedElsewhere(db: Kysely<Schema>, { id, name }: { id: string; name: string }): Promise<boolean> {
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where('name', '=', name)
    .where('status', '=', sql.lit('verified'))
    .where('id', '!=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the tenant that has a name verified. */
export async function findVerifiedOwner(db: Kysely<Schema>, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('domains')
    .select('tenant_id')
    .where('name', '=', name)
    .where('status', '=', sql.lit('verified'))
    .executeTakeFirst();
  return row?.tenant_id;
}

/**
 * Whether links in mail from a name lead to its own host, or did while it was verified: the last look-up found the record that points it to
 * the service.
 */
export async function hasLinkHost(db: Kysely<Schema>, name: string): Promise<boolean> {
  const rows = await db
    .selectFrom('domains')
    .select('findings')
    .where(({ eb, or, and }) =>
      or([
        and([eb('name', '=', name), eb('status', '=', sql.lit('verified'))]),
        and([eb('name', '=', name), eb('status', '=', sql.lit('failed'))]),
      ]),
    )
    .execute();
  return rows.some(({ findings }) => readFindings(findings).tracking === 'verified');
}

/** What says where links in mail from a domain lead. */
export type LinkDomain = Pick<SendingDomain, 'name' | 'trusted' | 'openTracking' | 'clickTracking' | 'findings'>;

/** Returns verified domains of all tenants, by name. */
export async function listLinkDomains(
  db: Kysely<Schema>,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<LinkDomain[]> {
  const rows = await db
    .selectFrom('domains')
    .select(['name', 'trusted', 'open_tracking', 'click_tracking', 'findings'])
    .where('name', '>', after)
    .where('status', '=', sql.lit('verified'))
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    name: row.name,
    trusted: row.trusted === 1,
    openTracking: row.open_tracking === 1,
    clickTracking: row.click_tracking === 1,
    findings: readFindings(row.findings),
  }));
}

/** Returns tenants by the names that they receive mail for: verified, with inbound on. Mail of a suspended tenant is received too. */
export async function findInboundOwners(db: Kysely<Schema>, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('domains')
    .innerJoin('tenants', 'tenants.id', 'domains.tenant_id')
    .select(['domains.name', 'domains.tenant_id'])
    .where((eb) => isIn(db, eb.ref('domains.name'), names))
    .where('domains.status', '=', sql.lit('verified'))
    .where('domains.inbound', '=', 1)
    .where('tenants.deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ name, tenant_id }) => [name, tenant_id]));
}

/** Returns those of the names that a tenant has verified. */
export async function findVerifiedNames(db: Kysely<Schema>, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('domains')
    .select('name')
    .where((eb) => isIn(db, eb.ref('name'), names))
    .where('status', '=', sql.lit('verified'))
    .execute();
  return new Set(rows.map(({ name }) => name));
}
