import { type Kysely, sql } from 'kysely';
import { isIn, type Trx } from '../../db/dialect.ts';
import type { Schema, TableName } from '../../db/schema.ts';

interface PurgeRule {
  /** Columns of the primary key; the rows are found by `tenant_id`. */
  readonly key: readonly [string, ...string[]];
  /** Rows of a page; fewer where rows are large, since a page is one transaction. */
  readonly page: number;
}

const rows = (...key: [string, ...string[]]): PurgeRule => ({ key, page: 500 });
const largeRows = (...key: [string, ...string[]]): PurgeRule => ({ key, page: 16 });
/** Most are small. */
const rowsOfAnySize = (...key: [string, ...string[]]): PurgeRule => ({ key, page: 50 });

/**
 * What deleting a tenant removes from each table, in this order. `kept`: nothing, for the rows belong
 * to no tenant, or are the tenant's marker, which goes last. `blobs`: what the store of blobs removes.
 * `changes`: what the others, as they go, leave behind.
 */
export const purgeRules: { readonly [T in TableName]: PurgeRule | 'kept' | 'blobs' | 'changes' } = {
  tenants: 'kept',
  tenant_meters: 'kept',
  jobs: 'kept',
  inbound_spool: 'kept',
  postmaster_mails: 'kept',
  key_proofs: 'kept',
  moves: 'kept',
  users: 'kept',
  sign_ins: 'kept',
  sign_in_tries: 'kept',
  recovery_codes: 'kept',
  passkeys: 'kept',
  passkey_challenges: 'kept',
  memberships: rows('id'),
  invitations: rows('id'),
  audit_entries: rows('id'),
  domains: rows('id'),
  api_keys: rows('id'),
  templates: rows('id'),
  template_versions: largeRows('id'),
  suppressions: rows('email', 'tenant_id'),
  erasures: rows('address_hash', 'tenant_id'),
  messages: rows('id'),
  message_tags: rows('tenant_id', 'key', 'position'),
  message_bodies: rowsOfAnySize('id'),
  staged_bodies: rows('id'),
  delivery_attempts: rows('id'),
  credit_packs: rows('id'),
  quota_buckets: rows('tenant_id', 'quota_window', 'start'),
  idempotency_keys: rows('tenant_id', 'route', 'idempotency_key'),
  events: rows('id'),
  audience_members: rows('audience_id', 'contact_id'),
  audiences: rows('id'),
  segments: rows('id'),
  automation_mails: rows('enrollment_id', 'step'),
  automation_enrollments: rows('id'),
  automations: largeRows('id'),
  broadcasts: largeRows('id'),
  broadcast_ledgers: rows('broadcast_id'),
  broadcast_skips: rows('broadcast_id', 'contact_id'),
  broadcast_paces: rows('tenant_id'),
  contacts: rows('id'),
  contact_imports: rows('id'),
  contact_import_failures: largeRows('import_id', 'first_row'),
  contact_exports: rows('id'),
  webhooks: rows('id'),
  webhook_deliveries: rowsOfAnySize('id'),
  captured_mail: largeRows('id'),
  inbound_mails: rows('id'),
  blob_chunks: 'blobs',
  blobs: 'blobs',
  storage_changes: 'changes',
  stat_deltas: rows('tenant_id', 'id'),
  stat_hours: rows('tenant_id', 'broadcast_id', 'hour', 'domain_id', 'stream', 'test_mode'),
  stat_cursors: rows('tenant_id'),
  message_recipients: rows('tenant_id', 'address_hash', 'position'),
};

export async function findDeletedTenants(db: Kysely<Schema>): Promise<string[]> {
  const tenants = await db.selectFrom('tenants').select('id').where('deleted_at', 'is not', null).execute();
  return tenants.map(({ id }) => id);
}

export interface PurgePage {
  readonly table: string;
  readonly key: readonly string[];
  readonly tenantIds: readonly string[];
  readonly limit: number;
}

/** Removes at most `limit` rows of the tenants from a table and returns how many. */
export async function deletePage(trx: Trx, { table, key, tenantIds, limit }: PurgePage): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const page = sql`select ${columns} from ${sql.table(table)} where ${isIn(trx, sql.ref<string>('tenant_id'), tenantIds)} limit ${limit}`;
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${columns}) in (${page})`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Removes what was noted of the bytes of tenants: little, since their meters take it up by the minute. */
export async function deleteStorageChanges(trx: Trx, tenantIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('storage_changes')
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .execute();
}

/** Removes the last trace of tenants that were deleted before a time. */
export async function deleteMarkers(trx: Trx, deletedBefore: number): Promise<number> {
  const deleted = await trx.selectFrom('tenants').select('id').where('deleted_at', '<', deletedBefore).orderBy('id').execute();
  const ids = deleted.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await trx
    .deleteFrom('tenant_meters')
    .where((eb) => isIn(trx, eb.ref('tenant_id'), ids))
    .execute();
  await trx
    .deleteFrom('tenants')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .execute();
  return ids.length;
}
