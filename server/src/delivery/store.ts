import { sql } from 'kysely';
import { insertMany, isAmong, isIn, isMadeAfter, type Trx, valuesTable } from '../db/dialect.ts';
import type { DeliveryAttemptRow } from '../db/schema.ts';
import type { CountedAttempt } from '../messages/claims/index.ts';

/** An attempt whose content is about to be sent (DATA). */
export interface AttemptMark extends CountedAttempt {
  readonly attemptId: string;
  readonly tenantId: string;
  /** Index, among the message's recipients, of the only one that it is for; null where it is for all that are open. */
  readonly recipient: number | null;
}

const toAttemptRow = ({ attemptId, tenantId, messageId, number, at, recipient }: AttemptMark): DeliveryAttemptRow => ({
  id: attemptId,
  tenant_id: tenantId,
  message_id: messageId,
  attempt: number,
  started_at: at,
  ended_at: null,
  outcome: null,
  in_doubt_since: null,
  reply: null,
  recipient,
  provider_message_id: null,
});

/** Inserts attempts that begin. */
export async function insertMarks(trx: Trx, marks: readonly AttemptMark[]): Promise<void> {
  await insertMany(trx, 'delivery_attempts', marks.map(toAttemptRow));
}

/** Returns the ids of the attempts whose marks are written already. */
export async function findMarked(trx: Trx, marks: readonly AttemptMark[]): Promise<ReadonlySet<string>> {
  const ids = marks.map(({ attemptId }) => attemptId);
  const rows = await trx
    .selectFrom('delivery_attempts')
    .select('id')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** How an attempt ended. */
export interface AttemptEnd {
  readonly attemptId: string;
  readonly outcome: 'accepted' | 'deferred' | 'refused' | 'in_doubt';
  readonly reply: string | null;
  /** The provider's id of a mail for one recipient; null for a mail for several. */
  readonly providerMessageId: string | null;
  readonly at: number;
}

/** An attempt with its beginning and its end. */
export interface WholeAttempt {
  readonly mark: AttemptMark;
  readonly end: AttemptEnd;
}

/** Inserts attempts that have ended. */
export async function insertAttempts(trx: Trx, attempts: readonly WholeAttempt[]): Promise<void> {
  const rows = attempts.map(({ mark, end }) => ({
    ...toAttemptRow(mark),
    ended_at: end.at,
    outcome: end.outcome,
    in_doubt_since: end.outcome === 'in_doubt' ? mark.at : null,
    reply: end.reply,
    provider_message_id: end.providerMessageId,
  }));
  await insertMany(trx, 'delivery_attempts', rows);
}

const END_COLUMNS = { id: 'text', outcome: 'text', reply: 'text', provider_id: 'text', at: 'bigint' } as const;

function writeEnds(trx: Trx, ends: readonly AttemptEnd[]) {
  const rows = ends.map(({ attemptId, outcome, reply, providerMessageId, at }) => ({
    ...{ id: attemptId, outcome, reply, at },
    provider_id: providerMessageId,
  }));
  const ids = rows.map(({ id }) => id);
  return trx
    .updateTable('delivery_attempts')
    .from(valuesTable(trx, END_COLUMNS, rows))
    .set({
      outcome: sql`v.outcome`,
      in_doubt_since: sql<number | null>`case when v.outcome = 'in_doubt' then delivery_attempts.started_at end`,
      reply: sql`v.reply`,
      provider_message_id: sql`v.provider_id`,
      ended_at: sql`v.at`,
    })
    .whereRef('delivery_attempts.id', '=', 'v.id')
    .where((eb) => isAmong(trx, eb.ref('delivery_attempts.id'), ids))
    .where((eb) => isMadeAfter(trx, eb.ref('delivery_attempts.id'), 'att', ids));
}

/** Writes how attempts ended. One that counts as in doubt by now stays so: another worker sends the mail again. */
export async function endAttempts(trx: Trx, ends: readonly AttemptEnd[]): Promise<void> {
  await writeEnds(trx, ends).where('delivery_attempts.outcome', 'is', null).execute();
}

/** Writes how attempts ended, also where they count as in doubt by now. Returns false where the ends of all were known. */
export async function endDoubtedAttempts(trx: Trx, ends: readonly AttemptEnd[]): Promise<boolean> {
  const ended = await writeEnds(trx, ends)
    .where((eb) =>
      eb.or([
        eb('delivery_attempts.outcome', 'is', null),
        eb.and([eb('delivery_attempts.outcome', '=', 'in_doubt'), eb('delivery_attempts.reply', 'is', null)]),
      ]),
    )
    .returning('delivery_attempts.id')
    .execute();
  return ended.length > 0;
}

/** Deletes the attempts to deliver messages. */
export async function deleteAttemptsOf(trx: Trx, messageIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('delivery_attempts')
    .where((eb) => isIn(trx, eb.ref('message_id'), messageIds))
    .where((eb) => isMadeAfter(trx, eb.ref('id'), 'att', messageIds))
    .execute();
}
