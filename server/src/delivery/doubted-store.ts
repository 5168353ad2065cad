import { type Kysely, sql } from 'kysely';
import { isIn, isMadeAfter, isMadeSince, type Trx } from '../db/dialect.ts';
import { MOST_COUNTED } from '../db/most-counted.ts';
import type { Schema } from '../db/schema.ts';

/** The attempts in doubt of messages: by message id, the indexes of the recipients that they were for, or null for all recipients. */
export type Doubts = ReadonlyMap<string, readonly (number | null)[]>;

const toDoubts = (rows: readonly { readonly message_id: string; readonly recipient: number | null }[]): Doubts =>
  new Map([...Map.groupBy(rows, ({ message_id: id }) => id)].map(([id, own]) => [id, own.map(({ recipient }) => recipient)]));

/**
 * Marks attempts as in doubt that were begun and never ended, since their messages are claimed again: whether the mail was sent is unknown.
 * Returns them.
 */
async function doubtUnendedAttempts(trx: Trx, { messageIds, now }: { messageIds: readonly string[]; now: number }): Promise<Doubts> {
  const doubted = await trx
    .updateTable('delivery_attempts')
    .set({ outcome: 'in_doubt', in_doubt_since: sql`started_at`, ended_at: now })
    .where((eb) => isIn(trx, eb.ref('message_id'), messageIds))
    .where((eb) => isMadeAfter(trx, eb.ref('id'), 'att', messageIds))
    .where('outcome', 'is', null)
    .returning(['message_id', 'recipient'])
    .execute();
  return toDoubts(doubted);
}

/** Returns the doubts of messages whose last attempt is in doubt, but for those that a retry was asked for since. */
export async function findDoubted(trx: Trx, messageIds: readonly string[]): Promise<Doubts> {
  // The outcome is filtered below: in the query, it would make the planner read the whole index of attempts in doubt.
  const last = await trx
    .selectFrom('messages')
    .innerJoin('delivery_attempts', (join) =>
      join.onRef('delivery_attempts.message_id', '=', 'messages.id').onRef('delivery_attempts.attempt', '=', 'messages.attempts'),
    )
    .select(['messages.id as message_id', 'delivery_attempts.recipient', 'delivery_attempts.outcome', 'delivery_attempts.reply'])
    .where((eb) => isIn(trx, eb.ref('messages.id'), messageIds))
    .where((eb) => isIn(trx, eb.ref('delivery_attempts.message_id'), messageIds))
    .where((eb) => isMadeAfter(trx, eb.ref('delivery_attempts.id'), 'att', messageIds))
    .where('messages.first_attempt_at', 'is not', null)
    .execute();
  return toDoubts(last.filter(({ outcome, reply }) => outcome === 'in_doubt' && reply === null));
}

/**
 * Marks attempts as in doubt whose worker no longer exists. Returns them and, if doubts are `lasting`, also those that were marked before:
 * a worker that marked them may have died before it failed their messages.
 */
export async function doubtMessages(
  trx: Trx,
  { messageIds, now, lasting }: { messageIds: readonly string[]; now: number; lasting: boolean },
): Promise<Doubts> {
  if (messageIds.length === 0) return new Map();
  const unended = await doubtUnendedAttempts(trx, { messageIds, now });
  return lasting ? findDoubted(trx, messageIds) : unended;
}

/** Returns the recipients of a message whose attempts are in doubt. */
export const doubtedRecipients = <R>(recipients: readonly R[], places: readonly (number | null)[] = []): R[] =>
  places.includes(null) ? [...recipients] : places.flatMap((place) => recipients[place ?? -1] ?? []);

/** Counts attempts begun since a time whose final reply was lost, at most 100,000. */
export async function countDoubted(db: Kysely<Schema>, since: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select in_doubt_since from delivery_attempts where in_doubt_since >= ${since}
        and ${isMadeSince(db, sql.ref('id'), 'att', since)} limit ${MOST_COUNTED}
    ) r`.execute(db);
  return rows[0]?.count ?? 0;
}
