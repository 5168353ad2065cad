import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { MessageEvent } from '../../events/index.ts';

/** An event with the needed columns of its message. `recipients` is empty for an open or a click that cannot be attributed. */
export type LogEvent = Pick<MessageEvent, 'tenantId' | 'type' | 'recipients' | 'data' | 'testMode' | 'at' | 'domainId' | 'broadcastId'> & {
  readonly stream: string;
};

/** A page of a tenant's events, newest first. */
export interface EventPage {
  /** Events of messages, without those counted already. */
  readonly events: readonly LogEvent[];
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
  const events = rows.flatMap((row): LogEvent[] => {
    if (row.domain_id === null || row.stream === null) return [];
    return [
      {
        tenantId,
        // Safe because only types of the contract are ever written, and recipients and data in the form read here.
        type: row.type as LogEvent['type'],
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
