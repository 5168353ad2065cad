import { notification } from '../../core/hooks.ts';
import type { AttemptReport } from '../../messages/index.ts';
import type { AttemptEnd } from '../store.ts';

/** What has become of a message that a worker had in hand, and is written. */
export interface SettledDelivery {
  /** How the attempts ended, one for each envelope. */
  readonly attempts: readonly AttemptEnd['outcome'][];
  /** What it was the end of, for some of its recipients or for all. */
  readonly outcomes: readonly AttemptReport['type'][];
  /** Since it was accepted, or due; null in test mode. */
  readonly latencyMs: number | null;
}

/** Called once it is written what became of a message. */
export const deliverySettled = notification<[settled: SettledDelivery]>('delivery settled');
