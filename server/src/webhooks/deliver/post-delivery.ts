import type { WebhookAttempt } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { notification } from '../../core/hooks.ts';
import type { Delivery, DeliveryStatus } from '../deliveries/delivery.ts';
import { payloadOf } from '../deliveries/payload.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { openSigning } from '../endpoints/replaced-secrets.ts';
import type { AttemptWriter } from './attempt-writer.ts';
import type { Settlement } from './claim-store.ts';
import { nextAttemptAt } from './retry-ladder.ts';
import { readSecret, type SignatureInput, signatureHeaders } from './signature.ts';
import type { PostResult, WebhookClient } from './webhook-client.ts';

/** What came of an attempt: the status of its delivery, or that there was nothing to post any more. */
export type AttemptOutcome = DeliveryStatus | 'event_removed';

/** Called after each attempt, with what came of it. */
export const webhookAttempted = notification<[outcome: AttemptOutcome]>('webhook attempted');

const MOST_ERROR_CHARACTERS = 200;

/** The result of an attempt whose event was removed: nothing is posted, and it is the last. */
const EVENT_REMOVED: PostResult = { status: null, durationMs: 0, error: 'event_removed' };

/** What jobs that deliver webhooks need. */
export interface DeliverParts {
  readonly app: AppContext;
  readonly writer: AttemptWriter;
  readonly client: WebhookClient;
  /** Awaited before deliveries are read: jobs are claimed together, and would hold the event loop as one piece. */
  readonly yieldIfBusy: () => Promise<void>;
}

/** The target of the deliveries of a job: its URL, and the secrets that sign at a time. */
export interface Target {
  readonly url: string;
  secretsAt(at: number): SignatureInput['secrets'];
}

/** Returns the target of an endpoint's deliveries, with its secrets opened once for all of them. */
export function openEndpoint({ secrets, clock }: AppContext, endpoint: Endpoint): Target {
  const current = readSecret(secrets.open(endpoint.secret));
  const replaced = openSigning(secrets, endpoint, clock.now()).map((one) => ({ until: one.until, signing: readSecret(one.secret) }));
  const signingAt = (at: number) => replaced.filter(({ until }) => at < until).map(({ signing }) => signing);
  return { url: endpoint.url, secretsAt: (at) => [current, ...signingAt(at)] };
}

const isSuccess = ({ status }: PostResult) => status !== null && status >= 200 && status < 300;

/** Returns the state of a delivery after an attempt. */
function outcomeOf(
  { attempts, attemptCount }: Delivery,
  at: number,
  posted: PostResult,
): Omit<Settlement, 'deliveryId' | 'jobId' | 'jobAttempt'> {
  const number = attemptCount + 1;
  const attempt: WebhookAttempt = {
    attempt: number,
    at,
    response_status: posted.status,
    duration_ms: posted.durationMs,
    error: posted.error?.slice(0, MOST_ERROR_CHARACTERS) ?? null,
  };
  const next = isSuccess(posted) || posted === EVENT_REMOVED ? null : nextAttemptAt(number, at);
  return {
    status: isSuccess(posted) ? 'delivered' : next === null ? 'failed' : 'pending',
    attempts: [...attempts, attempt],
    attemptCount: number,
    nextAttemptAt: next,
  };
}

interface PostOptions {
  readonly target: Target;
  readonly signal: AbortSignal;
}

/** Signs a delivery and posts it to its target. */
async function post(client: WebhookClient, delivery: Delivery, { target, signal, at }: PostOptions & { at: number }): Promise<PostResult> {
  const payload = payloadOf(delivery);
  if (payload === null) return EVENT_REMOVED;
  const body = JSON.stringify(payload);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Posthorn',
    'x-webhook-id': delivery.eventId,
    'x-webhook-delivery': delivery.id,
    'x-webhook-event': delivery.type,
    'x-webhook-timestamp': String(at),
    ...signatureHeaders({ secrets: target.secretsAt(at), id: delivery.eventId, at, body }),
  };
  return client.post({ url: target.url, headers, body, signal });
}

/** Signs a delivery, posts it to its target and records the attempt. Once the signal aborts, the post is broken off; without a reply it is not recorded then. */
export async function postDelivery(
  { app, writer, client }: DeliverParts,
  delivery: Delivery,
  { target, signal }: PostOptions,
): Promise<void> {
  const at = app.clock.now();
  const posted = await post(client, delivery, { target, signal, at });
  // Aborted by us: the outcome is unknown, so the attempt is made again.
  if (signal.aborted && posted.status === null) return;
  const outcome = outcomeOf(delivery, at, posted);
  const wasPosted = posted !== EVENT_REMOVED;
  await writer.settle({
    ...{ deliveryId: delivery.id, webhookId: delivery.webhookId, url: target.url, wasPosted },
    ...delivery.heldBy,
    ...outcome,
  });
  await app.hooks.notify(webhookAttempted, wasPosted ? outcome.status : 'event_removed');
}
