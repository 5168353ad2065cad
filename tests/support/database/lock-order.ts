import { type CompiledQuery, type DatabaseConnection, type Dialect, type QueryResult, SqliteAdapter } from 'kysely';
import type { TableName } from '../../../server/src/db/schema.ts';
import { watchConnections } from './watch-connections.ts';

/** The order in which transactions wait for rows: a transaction with locks on a table waits only for tables below it. */
const LOCK_ORDER = Object.keys({
  inbound_spool: true,
  // Rows that stand for the whole tenant.
  tenant_meters: true,
  tenants: true,
  // People, and what they have access to.
  invitations: true,
  users: true,
  memberships: true,
  recovery_codes: true,
  passkeys: true,
  passkey_challenges: true,
  sign_ins: true,
  sign_in_tries: true,
  credit_packs: true,
  domains: true,
  api_keys: true,
  templates: true,
  template_versions: true,
  segments: true,
  webhooks: true,
  contact_imports: true,
  contact_import_failures: true,
  contact_exports: true,
  audiences: true,
  audience_members: true,
  // Mail, and its counters.
  broadcasts: true,
  messages: true,
  message_tags: true,
  staged_bodies: true,
  message_bodies: true,
  broadcast_ledgers: true,
  broadcast_skips: true,
  broadcast_paces: true,
  // What runs for contacts, and is woken by mail.
  automations: true,
  automation_enrollments: true,
  automation_mails: true,
  contacts: true,
  // Logs, lists, files and counters that are written last.
  inbound_mails: true,
  postmaster_mails: true,
  events: true,
  delivery_attempts: true,
  webhook_deliveries: true,
  suppressions: true,
  erasures: true,
  idempotency_keys: true,
  captured_mail: true,
  blobs: true,
  blob_chunks: true,
  quota_buckets: true,
  storage_changes: true,
  stat_cursors: true,
  stat_deltas: true,
  stat_hours: true,
  message_recipients: true,
  jobs: true,
  key_proofs: true,
  audit_entries: true,
  moves: true,
} satisfies Record<TableName, true>);

/** Rows that are locked together only by the holder of their parent, which never waits for them. */
const BELOW: Readonly<Record<string, TableName>> = {
  audiences: 'tenant_meters',
  audience_members: 'tenant_meters',
  contacts: 'tenant_meters',
  suppressions: 'tenant_meters',
  credit_packs: 'tenant_meters',
  storage_changes: 'tenant_meters',
  automation_mails: 'automation_enrollments',
  message_tags: 'messages',
  delivery_attempts: 'messages',
  events: 'messages',
};

/** Locked together only on SQLite, with its single writer; on PostgreSQL only by the transaction that folds. */
const OF_ONE_WRITER = 'stat_hours';

interface Access {
  readonly table: string;
  readonly kind: 'lock' | 'update' | 'delete' | 'upsert';
  /** Whether it waits for the holder of the row. */
  readonly waits: boolean;
}

const LOCK = /\bfor update of "?(\w+)"?( skip locked)?/gi;
const WRITE = /(?<!for |do )\b(update|delete from|insert into)\s+"?(\w+)"?/gi;

/** The rows that a statement locks. An insert waits only if a row with its key may exist. */
function accessesOf(sql: string): Access[] {
  const locks = [...sql.matchAll(LOCK)].map(([, table = '', skips]): Access => ({ table, kind: 'lock', waits: skips === undefined }));
  const upserts = /\bon conflict\b.*\bdo update\b/is.test(sql);
  const writes = [...sql.matchAll(WRITE)].flatMap(([, verb = '', table = '']): Access[] => {
    if (!/insert/i.test(verb)) return [{ table, kind: /update/i.test(verb) ? 'update' : 'delete', waits: true }];
    return upserts ? [{ table, kind: 'upsert', waits: true }] : [];
  });
  return [...locks, ...writes].filter(({ table }) => LOCK_ORDER.includes(table));
}

/** Whether that many rows of a table are locked in order. Rows that are deleted in pages belong to nobody any more. */
function takesInOrder({ table, kind }: Access, sql: string, held: ReadonlySet<string>): boolean {
  if (kind === 'update') return held.has(table);
  return kind === 'delete' || /\border by\b/i.test(sql);
}

/** Returns what is wrong with an access after others; undefined if nothing is. */
function faultOf(access: Access, { held, sql, many }: { held: ReadonlySet<string>; sql: string; many: boolean }): string | undefined {
  const { table, waits } = access;
  if (!waits) return undefined;
  if (many && !takesInOrder(access, sql, held)) return `takes rows of ${table} in any order`;
  const rank = LOCK_ORDER.indexOf(table);
  const later = held.has(table) ? undefined : [...held].find((one) => LOCK_ORDER.indexOf(one) > rank);
  return later === undefined ? undefined : `waits for ${table} while it holds ${later}`;
}

export interface LockWatch {
  readonly around: (dialect: Dialect) => Dialect;
  /** Throws if a transaction waited for rows in another order than the others. */
  check(): void;
}

/** Watches the order in which the transactions of a database lock rows. */
export function createLockWatch(): LockWatch {
  const faults = new Set<string>();

  function watchConnection(connection: DatabaseConnection, isSqlite: boolean): void {
    const execute = connection.executeQuery.bind(connection);
    let held: Set<string> | undefined;

    function note(access: Access, { sql, many }: { sql: string; many: boolean }): void {
      if (held === undefined || held.has(BELOW[access.table] ?? '')) return;
      const fault = faultOf(access, { held, sql, many });
      if (fault !== undefined) faults.add(`a transaction ${fault}: ${sql.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
      held.add(access.table);
    }

    function noteAll({ sql }: CompiledQuery, { rows, numAffectedRows = 0n }: QueryResult<unknown>): void {
      // SQLite has one transaction at a time: its statements show which locks there would be, but without `lockInOrder` before a write.
      const many = !isSqlite && Math.max(rows.length, Number(numAffectedRows)) > 1;
      for (const access of accessesOf(sql).filter(({ table }) => !isSqlite || table !== OF_ONE_WRITER))
        note({ ...access, waits: access.waits && (!isSqlite || access.kind === 'lock') }, { sql, many });
    }

    connection.executeQuery = async <R>(...given: Parameters<typeof execute>) => {
      const [query] = given;
      const result = await execute<R>(...given);
      if (/^(?:begin|start transaction)/.test(query.sql)) held = new Set();
      else if (/^(?:commit|rollback)$/.test(query.sql)) held = undefined;
      else noteAll(query, result);
      return result;
    };
  }

  return {
    around: (dialect) => {
      const isSqlite = dialect.createAdapter() instanceof SqliteAdapter;
      return watchConnections(dialect, (connection) => watchConnection(connection, isSqlite));
    },
    check: () => {
      if (faults.size > 0) throw new Error([...faults].join('\n'));
    },
  };
}
