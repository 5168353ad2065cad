import { notification } from '../../core/hooks.ts';
import type { AttemptReport } from '../../messages/outcomes/index.ts';
import type { AttemptEnd } from '../store.ts';

/** The outcome of a delivery, once it is durable. */
export interface SettledDelivery {
  /** How the attempts ended, one for each envelope. */
  readonly attempts: readonly AttemptEnd['outcome'][];
  /** The outcomes of its recipients, each once. */
  readonly outcomes: readonly AttemptReport['type'][];
  /** Milliseconds since it was accepted, or due where that was later; null in test mode. */
  readonly latencyMs: number | null;
}

/** Called after each delivery, once its outcome is durable. */
export const deliverySettled = notification<[settled: SettledDelivery]>('delivery settled');
