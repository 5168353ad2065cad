import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { type CountedEvent, hourOf, type StatCount } from './count.ts';

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

/** An email, as it is counted. */
export const acceptedOf = ({ createdAt, position: _, recipients: __, ...entry }: LogEntry): StatCount => ({
  ...entry,
  hour: hourOf(createdAt),
  measure: 'accepted',
  count: 1,
});

/** A page of a tenant's events, read backwards. */
export interface EventPage {
  /** Those of messages that are not counted yet. */
  readonly events: readonly CountedEvent[];
  /** The last event of the page; null after the last page. */
  readonly next: string | null;
}

export async function readEventsBefore(
  db: Kysely<Schema>,
  tenantId: string,
  { before, limit }: { before: string; limit: number },
): Promise<EventPage> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('events')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('id', '<', before)
        .where('counted', 'is', null)
        .where('message_id', 'is not', null)
        .orderBy('id', 'desc')
        .limit(limit)
        .as('r'),
    )
    .leftJoin('messages as m', 'm.id', 'r.message_id')
    .select(['r.id', 'r.type', 'r.recipients', 'r.data', 'r.test_mode', 'r.created_at'])
    .select(['m.domain_id', 'm.stream', 'm.broadcast_id'])
    .orderBy('r.id', 'desc')
    .execute();
  const events = rows.flatMap((row): CountedEvent[] => {
    if (row.domain_id === null || row.stream === null) return [];
    return [
      {
        tenantId,
        // Safe because only types of the contract are ever written, and recipients and data as they are read here.
        type: row.type as CountedEvent['type'],
        recipients: JSON.parse(row.recipients) as string[],
        data: JSON.parse(row.data) as Record<string, unknown>,
        testMode: row.test_mode === 1,
        at: row.created_at,
        domainId: row.domain_id,
        stream: row.stream,
        broadcastId: row.broadcast_id,
      },
    ];
  });
  return { events, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}
