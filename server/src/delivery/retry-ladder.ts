const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIRST_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
const LATER_DELAY_MS = 4 * HOUR_MS;
const GIVE_UP_MS = 24 * HOUR_MS;

/**
 * When a message is tried again after its `attempts`-th attempt: after 1, 5, 15 and 60 minutes, then
 * every 4 hours until 24 hours after the first attempt; null when the tries are used up.
 */
export function nextAttemptAt(attempts: number, firstAttemptAt: number, now: number): number | null {
  const at = now + (FIRST_DELAYS_MS[attempts - 1] ?? LATER_DELAY_MS);
  return at > firstAttemptAt + GIVE_UP_MS ? null : at;
}
