import type { WaitingBroadcasts } from '../broadcasts/index.ts';
import type { SpooledCount } from '../inbound/index.ts';
import type { WaitingReason } from '../messages/index.ts';
import type { Queue } from '../queue/queue.ts';
import type { WaitingDeliveries } from '../webhooks/index.ts';

/** Mail that waits in one state for one reason. */
export interface WaitingMail {
  /** Status of the messages. */
  readonly state: string;
  readonly reason: Exclude<WaitingReason, 'held'> | WaitingBroadcasts['reason'] | 'pace';
  readonly count: number;
  /** How long the oldest has waited, in milliseconds; null where that is not known, or it is to wait. */
  readonly oldestMs: number | null;
}

/** Other work that waits in one state. */
export interface WaitingWork<State extends string> {
  readonly state: State;
  readonly count: number;
  readonly oldestMs: number | null;
}

/** All that is still to be done, over all processes. Counts are bounded, most of them by 100,000 for each state and reason: what is more counts as so many. */
export interface Backlog {
  readonly mail: readonly WaitingMail[];
  readonly webhooks: readonly WaitingWork<WaitingDeliveries['state']>[];
  readonly inbound: readonly WaitingWork<SpooledCount['state']>[];
  readonly queues: Awaited<ReturnType<Queue['depths']>>;
  /** How far ahead broadcast mail is scheduled (`BROADCAST_RATE`), for the tenant with most of it, in milliseconds; 0 without pacing. */
  readonly turnsAheadMs: number;
  /** How far the last event was recorded ahead of the clock, in milliseconds; 0 where it was not, and where a virtual clock is the domain's. */
  readonly recordedAheadMs: number;
  /** Attempts of the last 24 hours whose final reply was lost. */
  readonly inDoubt: number;
  /** Changes of the bytes that tenants keep that are not added to their figures yet. */
  readonly storageChanges: number;
}
