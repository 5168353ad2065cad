import type { Schema, TableName } from '../db/schema.ts';

/**
 * What a move does with the rows of a table. `copied`: they are copied unchanged; `seeded`: likewise, replacing the row without a tenant
 * that a new database has. `jobs`: they are enqueued again in the other queue. `marks`: they stay, since they record where a database was
 * moved.
 */
type MoveRule = 'copied' | 'seeded' | 'jobs' | 'marks';

const moveRules = {
  tenants: 'copied',
  tenant_meters: 'seeded',
  api_keys: 'copied',
  domains: 'copied',
  templates: 'copied',
  template_versions: 'copied',
  suppressions: 'copied',
  erasures: 'copied',
  messages: 'copied',
  message_bodies: 'copied',
  staged_bodies: 'copied',
  message_tags: 'copied',
  quota_buckets: 'copied',
  storage_changes: 'copied',
  credit_packs: 'copied',
  idempotency_keys: 'copied',
  delivery_attempts: 'copied',
  events: 'copied',
  contacts: 'copied',
  audiences: 'copied',
  audience_members: 'copied',
  segments: 'copied',
  automations: 'copied',
  automation_enrollments: 'copied',
  automation_mails: 'copied',
  broadcasts: 'copied',
  broadcast_ledgers: 'copied',
  broadcast_skips: 'copied',
  broadcast_paces: 'copied',
  contact_imports: 'copied',
  contact_import_failures: 'copied',
  contact_exports: 'copied',
  webhooks: 'copied',
  webhook_deliveries: 'copied',
  captured_mail: 'copied',
  inbound_mails: 'copied',
  inbound_spool: 'copied',
  postmaster_mails: 'copied',
  blobs: 'copied',
  blob_chunks: 'copied',
  jobs: 'jobs',
  key_proofs: 'copied',
  users: 'copied',
  memberships: 'copied',
  invitations: 'copied',
  sign_ins: 'copied',
  sign_in_tries: 'copied',
  recovery_codes: 'copied',
  passkeys: 'copied',
  passkey_challenges: 'copied',
  audit_entries: 'copied',
  stat_deltas: 'copied',
  stat_hours: 'copied',
  stat_cursors: 'seeded',
  message_recipients: 'copied',
  moves: 'marks',
} as const satisfies { readonly [T in TableName]: MoveRule };

type TablesOf<F extends MoveRule> = { [T in TableName]: (typeof moveRules)[T] extends F ? T : never }[TableName];

/** Tables with a row of no tenant in a new database. */
export type SeededTable = TablesOf<'seeded'> & { [T in TableName]: Schema[T] extends { tenant_id: string } ? T : never }[TableName];

/** Safe because an object of ours has these keys and no other. */
export const allTables = Object.keys(moveRules) as TableName[];

const withRule = <F extends MoveRule>(...wanted: readonly F[]) =>
  // Safe because these are the tables with this rule.
  allTables.filter((table) => wanted.some((rule) => rule === moveRules[table])) as TablesOf<F>[];

export const seededTables: readonly SeededTable[] = withRule('seeded');

/** Tables whose rows are the same in both databases after a move. */
export const copiedTables: readonly TableName[] = withRule('copied', 'seeded');
