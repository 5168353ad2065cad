import type { WebhookAttempt } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { hook } from '../../core/hooks.ts';
import type { Delivery, DeliveryStatus } from '../deliveries/delivery.ts';
import { payloadOf } from '../deliveries/payload.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { AttemptWriter } from './attempt-writer.ts';
import type { Settlement } from './claim-store.ts';
import { nextAttemptAt } from './retry-ladder.ts';
import { type Signed, signatureHeaders } from './signature.ts';
import type { Posted, WebhookClient } from './webhook-client.ts';

/** Called after each attempt, with what the delivery has become. */
export const webhookAttempted = hook<[status: DeliveryStatus]>('webhook attempted');

const MOST_ERROR_CHARACTERS = 200;

export interface DeliverParts {
  readonly app: AppContext;
  readonly writer: AttemptWriter;
  readonly client: WebhookClient;
  /** To await before deliveries are read: jobs are claimed together, and would read as one piece. */
  readonly yieldIfBusy: () => Promise<void>;
}

/** Where the deliveries of a job go. */
export interface Target {
  readonly url: string;
  secretsAt(at: number): Signed['secrets'];
}

/** Returns where an endpoint's deliveries go, its secrets opened once for all of them. */
export function openEndpoint({ secrets }: AppContext, { url, secret, previousSecret, previousUntil }: Endpoint): Target {
  const current = secrets.open(secret);
  const previous = previousSecret === null ? undefined : secrets.open(previousSecret);
  const until = previousUntil ?? 0;
  return { url, secretsAt: (at) => (previous !== undefined && at < until ? [current, previous] : [current]) };
}

const isSuccess = ({ status }: Posted) => status !== null && status >= 200 && status < 300;

/** What an attempt has made of a delivery. */
function outcomeOf(
  { attempts, attemptCount }: Delivery,
  at: number,
  posted: Posted,
): Omit<Settlement, 'deliveryId' | 'jobId' | 'jobAttempt'> {
  const number = attemptCount + 1;
  const attempt: WebhookAttempt = {
    attempt: number,
    at,
    response_status: posted.status,
    duration_ms: posted.durationMs,
    error: posted.error?.slice(0, MOST_ERROR_CHARACTERS) ?? null,
  };
  const next = isSuccess(posted) ? null : nextAttemptAt(number, at);
  return {
    status: isSuccess(posted) ? 'delivered' : next === null ? 'failed' : 'pending',
    attempts: [...attempts, attempt],
    attemptCount: number,
    nextAttemptAt: next,
  };
}

/** Signs a delivery, posts it to its target and records the attempt. The signal breaks the post off. */
export async function postDelivery(
  { app, writer, client }: DeliverParts,
  delivery: Delivery,
  { target, signal }: { target: Target; signal: AbortSignal },
): Promise<void> {
  const at = app.clock.now();
  const body = JSON.stringify(payloadOf(delivery));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Posthorn',
    'x-webhook-id': delivery.eventId,
    'x-webhook-delivery': delivery.id,
    'x-webhook-event': delivery.type,
    'x-webhook-timestamp': String(at),
    ...signatureHeaders({ secrets: target.secretsAt(at), id: delivery.eventId, at, body }),
  };
  const posted = await client.post({ url: target.url, headers, body, signal });
  // Broken off by us: nobody knows what came of it, so it is made again.
  if (signal.aborted && posted.status === null) return;
  const outcome = outcomeOf(delivery, at, posted);
  await writer.settle({ deliveryId: delivery.id, ...delivery.heldBy, ...outcome });
  await app.hooks.call(webhookAttempted, outcome.status);
}
