import type { Db } from '@posthorn/server';
import { sql } from 'kysely';

const STEP = 50_000;
/** Recipients among whom the mail is spread, so that each has had several. */
const RECIPIENTS = 1_000_000;

/** A tenant's mail to write. */
export interface MailFilling {
  readonly tenantId: string;
  readonly count: number;
  /** The time of the first, and of the last: between them it is spread evenly. */
  readonly from: number;
  readonly to: number;
}

export const recipientOf = (index: number): string => `user${index % RECIPIENTS}@example.com`;

/** Writes sent messages of five domains, one of a hundred bounced, by one statement for each step. */
export async function fillMessages({ transact }: Pick<Db, 'transact'>, { tenantId, count, from, to }: MailFilling): Promise<void> {
  const lit = sql.lit;
  const stepMs = Math.floor((to - from) / count);
  for (let start = 0; start < count; start += STEP) {
    const end = Math.min(start + STEP, count);
    await transact((trx) =>
      sql`insert into messages (id, tenant_id, position, created_at, updated_at, status, stream, from_address, domain_id, subject,
          recipients, tags, test_mode, track_opens, track_clicks, body_id, sent_at, attempts, first_attempt_at)
        with recursive n(i, at) as (
          select ${lit(start)}, cast(${lit(from + start * stepMs)} as bigint)
          union all select i + 1, at + ${lit(stepMs)} from n where i + 1 < ${lit(end)}
        )
        select 'msg_' || ${lit(tenantId)} || '_' || i, ${lit(tenantId)}, at * 1000, at, at,
          case when i % 100 = 0 then 'bounced' else 'sent' end, 'transactional', 'hello@example.com', 'dom_' || (i % 5), 'Mail ' || i,
          '[{"email":"user' || (i % ${lit(RECIPIENTS)}) || '@example.com","address":"user' || (i % ${lit(RECIPIENTS)})
            || '@example.com","name":null,"kind":"to","status":"sent","detail":null,"updatedAt":' || at || '}]',
          '{}', 0, 0, 0, 'bod_' || i, at, 1, at
        from n`.execute(trx),
    );
  }
  const last = from + (count - 1) * stepMs;
  await transact((trx) => sql`update tenant_meters set last_message_at = ${last} where tenant_id = ${tenantId}`.execute(trx));
}
