import { sql } from 'kysely';
import { MINUTE_MS } from '../../core/durations.ts';
import type { Trx } from '../../db/dialect.ts';

export interface CountedTry {
  readonly tries: number;
  readonly resetsAt: number;
}

/**
 * Counts one more attempt under a key; starts a new window where the last one is over, or ends later than any that could have begun: then
 * the clock was set back, by more than clocks of processes differ.
 */
export async function countTry(trx: Trx, key: string, { now, windowMs }: { now: number; windowMs: number }): Promise<CountedTry> {
  const over = sql<boolean>`(sign_in_tries.resets_at <= ${now} or sign_in_tries.resets_at > ${now + windowMs + MINUTE_MS})`;
  const row = await trx
    .insertInto('sign_in_tries')
    .values({ key, tries: 1, resets_at: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        tries: sql`case when ${over} then 1 else sign_in_tries.tries + 1 end`,
        resets_at: sql`case when ${over} then excluded.resets_at else sign_in_tries.resets_at end`,
      }),
    )
    .returning(['tries', 'resets_at'])
    .executeTakeFirstOrThrow();
  return { tries: row.tries, resetsAt: row.resets_at };
}

export async function uncountTry(trx: Trx, key: string): Promise<void> {
  await trx.updateTable('sign_in_tries').set({ tries: sql`tries - 1` }).where('key', '=', key).where('tries', '>', 0).execute();
}

export async function deleteTries(trx: Trx, key: string): Promise<void> {
  await trx.deleteFrom('sign_in_tries').where('key', '=', key).execute();
}

/** Removes at most `limit` windows that are over, and returns how many. */
export async function deleteOldTries(trx: Trx, { now, limit }: { now: number; limit: number }): Promise<number> {
  const old = trx.selectFrom('sign_in_tries').select('key').where('resets_at', '<=', now).orderBy('resets_at').limit(limit);
  const { numDeletedRows } = await trx.deleteFrom('sign_in_tries').where('key', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
