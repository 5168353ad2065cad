import { HOUR_MS, MINUTE_MS } from '../../core/durations.ts';

const GAPS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS];

/** Returns when the attempt after the `attempts`-th, which was made at `at`, is due, in epoch milliseconds; null after the eighth. */
export function nextAttemptAt(attempts: number, at: number): number | null {
  const gap = GAPS_MS[attempts - 1];
  return gap === undefined ? null : at + gap;
}
