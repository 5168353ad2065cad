import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** A message as the log has it. */
export interface LogEntry {
  readonly tenantId: string;
  readonly position: number;
  readonly createdAt: number;
  readonly domainId: string;
  readonly stream: string;
  readonly testMode: boolean;
  readonly broadcastId: string | null;
  /** JSON, as it is stored. */
  readonly recipients: string;
}

/** Places of a tenant's log after one and up to another. */
export interface LogRange {
  readonly tenantId: string;
  readonly followed: number;
  readonly until: number;
}

interface EntryRow {
  readonly tenant_id: string;
  readonly position: number;
  readonly created_at: number;
  readonly domain_id: string;
  readonly stream: string;
  readonly test_mode: number;
  readonly broadcast_id: string | null;
  readonly recipients: string;
}

const COLUMNS = sql`tenant_id, position, created_at, domain_id, stream, test_mode, broadcast_id, recipients`;

const toEntry = (row: EntryRow): LogEntry => ({
  tenantId: row.tenant_id,
  position: row.position,
  createdAt: row.created_at,
  domainId: row.domain_id,
  stream: row.stream,
  testMode: row.test_mode === 1,
  broadcastId: row.broadcast_id,
  recipients: row.recipients,
});

/** Reads parts of the logs of tenants, at most `each` messages of one; one statement for all. */
export async function readLogs(db: Kysely<Schema>, ranges: readonly LogRange[], each: number): Promise<LogEntry[]> {
  const parts = ranges.map(
    ({ tenantId, followed, until }) => sql`select * from (
      select ${COLUMNS} from messages where tenant_id = ${tenantId} and position > ${followed} and position <= ${until}
      order by position limit ${each}
    ) r`,
  );
  const { rows } = await sql<EntryRow>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows.map(toEntry);
}

/** Reads a tenant's log backwards from below a place. */
export async function readLogBefore(db: Kysely<Schema>, tenantId: string, { before, limit }: { before: number; limit: number }) {
  const { rows } = await sql<EntryRow>`select ${COLUMNS} from messages where tenant_id = ${tenantId} and position < ${before}
    order by position desc limit ${limit}`.execute(db);
  return rows.map(toEntry);
}
