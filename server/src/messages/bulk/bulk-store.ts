import { type Expression, sql } from 'kysely';
import type { Trx } from '../../db/dialect.ts';
import { toFlag } from '../../db/schema/flag.ts';
import { POSITIONS_PER_MS } from '../message.ts';

/** What the messages of a page of a broadcast have in common. */
export interface BulkMail {
  readonly tenantId: string;
  readonly broadcastId: string;
  /** `msg_` and the time part of an id, unique to this page within the tenant. */
  readonly idPrefix: string;
  /** A millisecond of the log, unique to this page. */
  readonly createdAt: number;
  readonly from: string;
  readonly domainId: string;
  readonly subject: string;
  readonly bodyId: string;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  /** When the first is due, in epoch microseconds; each further one is `stepNs` nanoseconds after the one before it. */
  readonly dueUs: number;
  readonly stepNs: number;
}

/** A query of the contacts to write to: `contact_id`, `email` and `place`, which counts from 1 to 1,000. */
export type BulkRecipients = Expression<{ contact_id: string; email: string; place: number }>;

const inJson = (column: string) => sql`replace(replace(${sql.ref(column)}, '\\', '\\\\'), '"', '\\"')`;
const int = (value: number) => sql`cast(${value} as bigint)`;
const text = (value: string) => sql`cast(${value} as text)`;

/** Inserts a message for each recipient by one statement, which makes their ids and positions, and returns them. A contact that has a message of the broadcast gets no other. */
export async function insertBulk(trx: Trx, mail: BulkMail, recipients: BulkRecipients): Promise<{ id: string; contactId: string }[]> {
  const address = inJson('r.email');
  const stored = sql`'[{"email":"' || ${address} || '","address":"' || ${address}
    || '","name":null,"kind":"to","status":"pending","detail":null,"updatedAt":' || ${text(String(mail.createdAt))} || '}]'`;
  const dueAt = sql`(${int(mail.dueUs)} + (r.place - 1) * ${int(mail.stepNs)} / 1000) / 1000`;
  const { rows } = await sql<{ id: string; contact_id: string }>`
    insert into messages (
      id, tenant_id, position, created_at, updated_at, status, stream, from_address, domain_id, subject, recipients, tags,
      test_mode, track_opens, track_clicks, body_id, broadcast_id, contact_id, due_at, attempts
    )
    select ${text(mail.idPrefix)} || substr(r.contact_id, 15), ${text(mail.tenantId)},
      ${int(mail.createdAt * POSITIONS_PER_MS)} + r.place - 1, ${int(mail.createdAt)}, ${int(mail.createdAt)}, 'queued', 'marketing',
      ${text(mail.from)}, ${text(mail.domainId)}, ${text(mail.subject)}, ${stored}, '{}',
      0, ${sql.lit(toFlag(mail.trackOpens))}, ${sql.lit(toFlag(mail.trackClicks))}, ${text(mail.bodyId)},
      ${text(mail.broadcastId)}, r.contact_id, ${dueAt}, 0
    from (${recipients}) as r where true
    on conflict (broadcast_id, contact_id) where broadcast_id is not null do nothing
    returning id, contact_id`.execute(trx);
  return rows.map((row) => ({ id: row.id, contactId: row.contact_id }));
}
