import { HOUR_MS, MINUTE_MS } from '../../core/durations.ts';
import type { Message } from '../../messages/index.ts';

const FIRST_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
const LATER_DELAY_MS = 4 * HOUR_MS;
const GIVE_UP_MS = 24 * HOUR_MS;

/**
 * Returns when a message is tried again after its `attempts`-th attempt, in epoch milliseconds: after 1, 5, 15 and 60 minutes, then every
 * 4 hours. Returns null more than 24 hours after the first attempt, or after the time that the message was moved to since. Where a message
 * was held, `firstAttemptAt` is when it went on.
 */
export function nextAttemptAt(
  attempts: number,
  { firstAttemptAt, scheduledAt }: Pick<Message, 'firstAttemptAt' | 'scheduledAt'>,
  now: number,
): number | null {
  const at = now + (FIRST_DELAYS_MS[attempts - 1] ?? LATER_DELAY_MS);
  return at > Math.max(firstAttemptAt ?? now, scheduledAt ?? 0) + GIVE_UP_MS ? null : at;
}
