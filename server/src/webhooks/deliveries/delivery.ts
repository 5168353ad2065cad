import type { WebhookAttempt } from '@posthorn/contract';

/** What a payload is made of. */
export interface EventContent {
  readonly eventId: string;
  readonly type: string;
  readonly messageId: string | null;
  /** A made-up event, which is not stored. */
  readonly sample: boolean;
  readonly createdAt: number;
  /** Null for a made-up event. */
  readonly event: ToldEvent | null;
  /** The message's tags. */
  readonly tags: Record<string, string>;
}

export interface ToldEvent {
  readonly at: number;
  readonly testMode: boolean;
  readonly recipients: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly providerMessageId: string | null;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** What an endpoint is told of one event. */
export interface Delivery extends EventContent {
  readonly id: string;
  readonly tenantId: string;
  readonly webhookId: string;
  readonly status: DeliveryStatus;
  readonly attempts: readonly WebhookAttempt[];
  readonly attemptCount: number;
  /** When the ladder has the next attempt; null once there is none. */
  readonly nextAttemptAt: number | null;
  /** The delivery that this one repeats. */
  readonly replayOf: string | null;
  /** The job that holds it, and which start of that job. */
  readonly heldBy: { readonly jobId: string; readonly jobAttempt: number };
}

/** A delivery that is to be made; the rest of it is the same for all. */
export type NewDelivery = Pick<Delivery, 'tenantId' | 'webhookId' | 'eventId' | 'type' | 'messageId' | 'sample' | 'replayOf'>;
