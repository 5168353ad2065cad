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

/** A range of positions of a tenant's log. */
export interface LogRange {
  readonly tenantId: string;
  /** The position before the range. */
  readonly followed: number;
  /** The last position of the range. */
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

/** Returns the messages within ranges of logs, at most `each` of each range, by one statement. */
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

/** Returns messages of a tenant's log below a position, newest first. */
export async function readLogBefore(db: Kysely<Schema>, tenantId: string, { before, limit }: { before: number; limit: number }) {
  const { rows } = await sql<EntryRow>`select ${COLUMNS} from messages where tenant_id = ${tenantId} and position < ${before}
    order by position desc limit ${limit}`.execute(db);
  return rows.map(toEntry);
}
