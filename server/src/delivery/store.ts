import { type Kysely, sql } from 'kysely';
import type { Dialect, Trx } from '../db/dialect.ts';
import type { DeliveryAttemptRow, MessageRow, Schema } from '../db/schema.ts';
import { type Claim, claimKey, claimTable } from '../messages/index.ts';

/**
 * Takes messages for the jobs that name them: those that wait, and those that an earlier start of the
 * same job held when it died. A suspended tenant's stay where they are.
 */
export async function claimMessages(
  trx: Trx,
  dialect: Dialect,
  { claims, expiresAt }: { claims: readonly Claim[]; expiresAt: number },
): Promise<MessageRow[]> {
  const taken = await trx
    .updateTable('messages')
    .from(claimTable(dialect, claims))
    .set({
      status: sql`case when messages.status = 'queued' then 'sending' else messages.status end`,
      claim_job: sql`v.job`,
      claim_attempt: sql`v.job_attempt`,
      claim_expires_at: expiresAt,
      due_at: null,
    })
    .whereRef('messages.id', '=', 'v.id')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('messages.claim_job', 'is', null),
          eb('messages.due_at', 'is not', null),
          eb('messages.status', 'in', ['queued', 'sent']),
        ]),
        eb.and([eb('messages.claim_job', '=', eb.ref('v.job')), eb('messages.claim_attempt', '<', eb.ref('v.job_attempt'))]),
      ]),
    )
    .where('messages.tenant_id', 'in', (eb) =>
      eb.selectFrom('tenants').select('tenants.id').where('tenants.suspended', '=', 0).where('tenants.deleted_at', 'is', null),
    )
    .returning('messages.id')
    .execute();
  const ids = taken.map(({ id }) => id);
  return trx
    .selectFrom('messages')
    .selectAll()
    .where((eb) => dialect.isIn(eb.ref('id'), ids))
    .execute();
}

/** Gives messages back that were claimed and not begun. */
export async function releaseMessages(
  trx: Trx,
  dialect: Dialect,
  { claims, dueAt }: { claims: readonly Claim[]; dueAt: number },
): Promise<void> {
  await trx
    .updateTable('messages')
    .from(claimTable(dialect, claims))
    .set({ ...WAITING, due_at: dueAt })
    .whereRef('messages.id', '=', 'v.id')
    .whereRef('messages.claim_job', '=', 'v.job')
    .whereRef('messages.claim_attempt', '=', 'v.job_attempt')
    .execute();
}

const WAITING = {
  status: sql<string>`case when messages.status = 'sending' then 'queued' else messages.status end`,
  claim_job: null,
  claim_attempt: null,
  claim_expires_at: null,
};

/** Puts messages back whose worker has died without a job to come back to. Answers how many. */
export async function releaseExpiredClaims(
  trx: Trx,
  { machineNow, dueAt, most }: { machineNow: number; dueAt: number; most: number },
): Promise<number> {
  const released = await trx
    .updateTable('messages')
    .set({ ...WAITING, due_at: dueAt })
    .where('id', 'in', (eb) =>
      eb.selectFrom('messages').select('id').where('claim_expires_at', '<', machineNow).orderBy('claim_expires_at').limit(most),
    )
    .returning('id')
    .execute();
  return released.length;
}

/** Takes messages whose time has come and hides them from the next sweep until `hiddenUntil`. */
export async function takeDueMessages(
  trx: Trx,
  dialect: Dialect,
  { now, hiddenUntil, most }: { now: number; hiddenUntil: number; most: number },
): Promise<string[]> {
  const due = await trx
    .selectFrom('messages')
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .modifyEnd(dialect.lockRows('skip', 'messages'))
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await trx
    .updateTable('messages')
    .set({ due_at: hiddenUntil, status: sql`case when status = 'scheduled' then 'queued' else status end` })
    .where((eb) => dialect.isIn(eb.ref('id'), ids))
    .execute();
  return ids;
}

/** Lets the sweep take what a tenant has waiting, at most so many; answers how many. */
export async function resumeMessages(
  trx: Trx,
  { tenantId, now, hiddenUntil, most }: { tenantId: string; now: number; hiddenUntil: number; most: number },
): Promise<number> {
  const resumed = await trx
    .updateTable('messages')
    .set({ due_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('messages')
        .select('id')
        .where('due_at', '>', now)
        .where('due_at', '<=', hiddenUntil)
        .where('tenant_id', '=', tenantId)
        .where('status', '=', 'queued')
        .limit(most),
    )
    .returning('id')
    .execute();
  return resumed.length;
}

/** When the next open message is due, null when none is. */
export async function nextDueAt(db: Kysely<Schema>): Promise<number | null> {
  const row = await db
    .selectFrom('messages')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

/** An attempt that is about to start DATA. */
export interface AttemptMark extends Claim {
  readonly attemptId: string;
  readonly tenantId: string;
  /** 1 for the first attempt to deliver the message. */
  readonly number: number;
  readonly at: number;
}

const COUNTED = {
  attempts: sql<number>`v.number`,
  first_attempt_at: sql<number>`coalesce(messages.first_attempt_at, v.at)`,
};

/** Writes attempt rows for marks whose claim still holds, and counts them in the message. Answers the keys of those claims. */
export async function markAttempts(trx: Trx, dialect: Dialect, marks: readonly AttemptMark[]): Promise<ReadonlySet<string>> {
  const columns = { id: 'text', job: 'text', job_attempt: 'bigint', number: 'bigint', at: 'bigint' } as const;
  const rows = marks.map((mark) => ({
    id: mark.messageId,
    job: mark.jobId,
    job_attempt: mark.jobAttempt,
    number: mark.number,
    at: mark.at,
  }));
  const held = await trx
    .updateTable('messages')
    .from(dialect.values(columns, rows))
    .set(COUNTED)
    .whereRef('messages.id', '=', 'v.id')
    .whereRef('messages.claim_job', '=', 'v.job')
    .whereRef('messages.claim_attempt', '=', 'v.job_attempt')
    .returning(['messages.id', 'messages.claim_job', 'messages.claim_attempt'])
    .execute();
  const keys = new Set(held.map((row) => claimKey({ messageId: row.id, jobId: row.claim_job ?? '', jobAttempt: row.claim_attempt ?? 0 })));
  await dialect.insertMany(trx, 'delivery_attempts', marks.filter((mark) => keys.has(claimKey(mark))).map(toAttemptRow));
  return keys;
}

const toAttemptRow = ({ attemptId, tenantId, messageId, number, at }: AttemptMark): DeliveryAttemptRow => ({
  id: attemptId,
  tenant_id: tenantId,
  message_id: messageId,
  attempt: number,
  started_at: at,
  ended_at: null,
  outcome: null,
  reply: null,
});

export interface AttemptEnd {
  readonly attemptId: string;
  readonly outcome: 'accepted' | 'deferred' | 'refused' | 'in_doubt';
  readonly reply: string | null;
  readonly at: number;
}

/** An attempt that ended before DATA, from its beginning to its end. */
export interface WholeAttempt {
  readonly mark: AttemptMark;
  readonly end: AttemptEnd;
}

/** Writes attempts whole and counts them in their messages, whose claims the caller's transaction has found to hold. */
export async function recordAttempts(trx: Trx, dialect: Dialect, attempts: readonly WholeAttempt[]): Promise<void> {
  const columns = { id: 'text', number: 'bigint', at: 'bigint' } as const;
  const rows = attempts.map(({ mark }) => ({ id: mark.messageId, number: mark.number, at: mark.at }));
  await trx.updateTable('messages').from(dialect.values(columns, rows)).set(COUNTED).whereRef('messages.id', '=', 'v.id').execute();
  const ended = attempts.map(({ mark, end }) => ({ ...toAttemptRow(mark), ended_at: end.at, outcome: end.outcome, reply: end.reply }));
  await dialect.insertMany(trx, 'delivery_attempts', ended);
}

export async function endAttempts(trx: Trx, dialect: Dialect, ends: readonly AttemptEnd[]): Promise<void> {
  const columns = { id: 'text', outcome: 'text', reply: 'text', at: 'bigint' } as const;
  const rows = ends.map(({ attemptId, outcome, reply, at }) => ({ id: attemptId, outcome, reply, at }));
  await trx
    .updateTable('delivery_attempts')
    .from(dialect.values(columns, rows))
    .set({ outcome: sql`v.outcome`, reply: sql`v.reply`, ended_at: sql`v.at` })
    .whereRef('delivery_attempts.id', '=', 'v.id')
    .execute();
}

/** Attempts that were begun and never ended, now that their message is claimed anew: nobody knows whether the mail left. */
export async function doubtUnendedAttempts(
  trx: Trx,
  dialect: Dialect,
  { messageIds, now }: { messageIds: readonly string[]; now: number },
): Promise<ReadonlySet<string>> {
  const doubted = await trx
    .updateTable('delivery_attempts')
    .set({ outcome: 'in_doubt', ended_at: now })
    .where((eb) => dialect.isIn(eb.ref('message_id'), messageIds))
    .where('outcome', 'is', null)
    .returning('message_id')
    .execute();
  return new Set(doubted.map(({ message_id }) => message_id));
}
