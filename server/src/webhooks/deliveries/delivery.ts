import type { WebhookAttempt } from '@posthorn/contract';
import type { EventContent, StoredEvent } from '../../events/index.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** The delivery of one event to one endpoint. */
export interface Delivery extends Omit<EventContent, 'event'> {
  readonly id: string;
  readonly tenantId: string;
  readonly webhookId: string;
  /** Null for one that is made up, or was removed since. */
  readonly event: StoredEvent | null;
  /** Whether the event is made up, and not stored. */
  readonly sample: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly status: DeliveryStatus;
  readonly attempts: readonly WebhookAttempt[];
  readonly attemptCount: number;
  /** When the next attempt is due, in epoch milliseconds; null once there is none. */
  readonly nextAttemptAt: number | null;
  /** The delivery that this one repeats. */
  readonly replayOf: string | null;
  /** The claim: the job that has the delivery, and which start of that job. */
  readonly heldBy: { readonly jobId: string; readonly jobAttempt: number };
}

/** A delivery to be planned, without what every new one has alike. */
export type NewDelivery = Pick<Delivery, 'tenantId' | 'webhookId' | 'eventId' | 'type' | 'messageId' | 'sample' | 'replayOf'>;
