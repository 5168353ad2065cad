import { sql } from 'kysely';
import { insertMany, isIn, type Trx, valuesTable } from '../db/dialect.ts';
import type { DeliveryAttemptRow } from '../db/schema.ts';
import type { CountedAttempt } from '../messages/index.ts';

/** An attempt that is about to start DATA. */
export interface AttemptMark extends CountedAttempt {
  readonly attemptId: string;
  readonly tenantId: string;
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

/** Writes attempts that begin. */
export async function insertMarks(trx: Trx, marks: readonly AttemptMark[]): Promise<void> {
  await insertMany(trx, 'delivery_attempts', marks.map(toAttemptRow));
}

/** Which marks are written already. */
export async function findMarked(trx: Trx, marks: readonly AttemptMark[]): Promise<ReadonlySet<string>> {
  const ids = marks.map(({ attemptId }) => attemptId);
  const rows = await trx
    .selectFrom('delivery_attempts')
    .select('id')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

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

/** Writes attempts whole, from their beginning to their end. */
export async function insertAttempts(trx: Trx, attempts: readonly WholeAttempt[]): Promise<void> {
  const rows = attempts.map(({ mark, end }) => ({ ...toAttemptRow(mark), ended_at: end.at, outcome: end.outcome, reply: end.reply }));
  await insertMany(trx, 'delivery_attempts', rows);
}

/** Writes how attempts ended. One that counts as in doubt by now stays so: somebody else sends the mail again. */
export async function endAttempts(trx: Trx, ends: readonly AttemptEnd[]): Promise<void> {
  const columns = { id: 'text', outcome: 'text', reply: 'text', at: 'bigint' } as const;
  const rows = ends.map(({ attemptId, outcome, reply, at }) => ({ id: attemptId, outcome, reply, at }));
  await trx
    .updateTable('delivery_attempts')
    .from(valuesTable(trx, columns, rows))
    .set({ outcome: sql`v.outcome`, reply: sql`v.reply`, ended_at: sql`v.at` })
    .whereRef('delivery_attempts.id', '=', 'v.id')
    .where('delivery_attempts.outcome', 'is', null)
    .execute();
}

/** Writes how an attempt ended that may count as in doubt by now; false for one whose end is known. */
export async function endDoubtedAttempt(trx: Trx, { attemptId, outcome, reply, at }: AttemptEnd): Promise<boolean> {
  const ended = await trx
    .updateTable('delivery_attempts')
    .set({ outcome, reply, ended_at: at })
    .where('id', '=', attemptId)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb.and([eb('outcome', '=', 'in_doubt'), eb('reply', 'is', null)])]))
    .returning('id')
    .execute();
  return ended.length > 0;
}

/** Attempts that were begun and never ended, now that their message is claimed anew: nobody knows whether the mail left. */
async function doubtUnendedAttempts(
  trx: Trx,
  { messageIds, now }: { messageIds: readonly string[]; now: number },
): Promise<ReadonlySet<string>> {
  const doubted = await trx
    .updateTable('delivery_attempts')
    .set({ outcome: 'in_doubt', ended_at: now })
    .where((eb) => isIn(trx, eb.ref('message_id'), messageIds))
    .where('outcome', 'is', null)
    .returning('message_id')
    .execute();
  return new Set(doubted.map(({ message_id }) => message_id));
}

/** Messages whose last attempt was never ended and is in doubt for it. One that was told to try anew is not among them. */
export async function findDoubted(trx: Trx, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
  // The outcome is looked at here: of the index of all that is in doubt the query would go through the whole.
  const last = await trx
    .selectFrom('messages')
    .innerJoin('delivery_attempts', (join) =>
      join.onRef('delivery_attempts.message_id', '=', 'messages.id').onRef('delivery_attempts.attempt', '=', 'messages.attempts'),
    )
    .select(['messages.id', 'delivery_attempts.outcome', 'delivery_attempts.reply'])
    .where((eb) => isIn(trx, eb.ref('messages.id'), messageIds))
    .where((eb) => isIn(trx, eb.ref('delivery_attempts.message_id'), messageIds))
    .where('messages.first_attempt_at', 'is not', null)
    .execute();
  return new Set(last.filter(({ outcome, reply }) => outcome === 'in_doubt' && reply === null).map(({ id }) => id));
}

/**
 * Has attempts whose worker is gone count as in doubt; returns the messages that are in doubt by that. Where no such mail is
 * made again, doubt is lasting: what was found before stands, for whoever found it may have ended before it said so.
 */
export async function doubtMessages(
  trx: Trx,
  { messageIds, now, lasting }: { messageIds: readonly string[]; now: number; lasting: boolean },
): Promise<ReadonlySet<string>> {
  if (messageIds.length === 0) return new Set();
  const unended = await doubtUnendedAttempts(trx, { messageIds, now });
  return lasting ? findDoubted(trx, messageIds) : unended;
}
