import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import { doubtUnendedAttempts, findDoubted } from './store.ts';

/**
 * Has attempts whose worker is gone count as in doubt; returns the messages that are in doubt by that. Where no such mail is
 * made again, doubt that was found before stands: whoever found it may have ended before it said so.
 */
export async function doubtMessages({ clock, config }: AppContext, trx: Trx, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (messageIds.length === 0) return new Set();
  const unended = await doubtUnendedAttempts(trx, { messageIds, now: clock.now() });
  return config.IN_DOUBT === 'fail' ? findDoubted(trx, messageIds) : unended;
}
