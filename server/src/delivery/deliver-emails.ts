import pMap from 'p-map';
import type { AppContext } from '../app-context.ts';
import type { ByteSemaphore } from '../core/concurrency/byte-semaphore.ts';
import type { OutageRetry } from '../core/concurrency/outage-retry.ts';
import { releaseMessages } from '../messages/claims/index.ts';
import { type Claim, isUnread, type MessageBody, type UnreadBody } from '../messages/index.ts';
import { failure, type Outcome, simulate } from '../messages/outcomes/index.ts';
import { bytesOf } from '../storage/size-store.ts';
import { addressees, openRecipients } from './addressees.ts';
import { type AttemptParts, attemptDelivery, givenUpBy, type Progress } from './attempt-delivery.ts';
import { type ClaimRequest, claimEmails, type Delivery } from './claim-emails.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { MessageLocks } from './message-locks.ts';
import { UNSENT, withGivenUp, withSuppressed } from './outcomes/interpret.ts';
import { settleDelivery } from './outcomes/outcome-writer.ts';
import { nextAttemptAt } from './outcomes/retry-ladder.ts';
import { type RenderedMail, renderSharedMail } from './render-shared-mail.ts';

/** Milliseconds until the sweep picks up a message whose delivery failed by a fault of ours. */
const FAILED_MS = 60_000;

/** Maximum number of mails of one batch that are composed and handed over at a time. */
const CONCURRENCY = 32;

export interface DeliveryParts extends AttemptParts {
  /** Bounds the bytes of the mails that this process composes and hands over at a time. */
  readonly memory: ByteSemaphore;
  readonly largeBodies: LargeBodies;
  readonly messageLocks: MessageLocks;
  readonly retry: OutageRetry;
}

/** Jobs to handle together. */
export interface Batch extends ClaimRequest {
  /** Once it aborts, no further mail is begun. */
  readonly signal: AbortSignal;
}

/** Claims to release. */
interface ClaimsToRelease {
  readonly unbegun: Claim[];
  /** Claims of deliveries that failed by a fault of ours. */
  readonly failed: Claim[];
}

const contentBytesOf = ({ html, text, attachments }: MessageBody): number =>
  attachments.reduce((sum, { size }) => sum + size, bytesOf(html, text));

const emailsOf = (delivery: Delivery) => openRecipients(delivery).map(({ email }) => email);

/** Returns a delivery with the content that was rendered for its recipient. */
function withRendered<D extends Delivery & { body: MessageBody }>(delivery: D, rendered: RenderedMail | undefined): D {
  if (rendered?.kind !== 'ready') return delivery;
  const { subject, html, text } = rendered;
  return { ...delivery, message: { ...delivery.message, subject }, body: { ...delivery.body, html, text } };
}

/** Returns whether no further attempt should be made. A mail that keeps crashing its worker must not be retried for ever. */
const isExhausted = ({ clock }: AppContext, message: Delivery['message']): boolean =>
  nextAttemptAt(message.attempts, message, clock.now()) === null;

/** Returns the outcome of a delivery that needs no attempt; undefined if one should be made. */
function endUnattempted(app: AppContext, delivery: Delivery, rendered: RenderedMail | undefined): Outcome | undefined {
  const { message, body, domain, doubtful, suppressed } = delivery;
  const fail = (reason: string) => failure(openRecipients(delivery), reason);
  const givenUp = givenUpBy(app, delivery);
  const to = addressees(delivery, givenUp);
  if (domain?.verified !== true) return fail('from_domain_not_verified');
  if (doubtful.length > 0 && isExhausted(app, message)) return fail('in_doubt');
  if (to.length === 0) return withSuppressed(withGivenUp(UNSENT, givenUp), suppressed);
  // Due mail in test mode gets no job: this one was made by the release before.
  if (message.testMode) return withSuppressed(simulate(message.id, to, app.config.TEST_DOMAIN), suppressed);
  if (body === undefined) return fail('body_missing');
  if (rendered?.kind === 'gone') return withSuppressed(UNSENT, emailsOf(delivery));
  return rendered?.kind === 'failed' ? fail(rendered.reason) : undefined;
}

async function deliver(
  parts: DeliveryParts,
  delivery: Delivery,
  { rendered, signal }: { rendered: RenderedMail | undefined; signal: AbortSignal },
): Promise<Progress> {
  const { app, writer, memory } = parts;
  if (delivery.bulk) await app.priority.awaitBackgroundTurn();
  if (signal.aborted) return 'not begun';
  const { body, domain } = delivery;
  const outcome = endUnattempted(app, delivery, rendered);
  if (outcome !== undefined || body === undefined || domain === undefined) {
    await settleDelivery(writer, delivery, { outcome: outcome ?? UNSENT });
    return 'done';
  }
  if (isUnread(body)) return deliverUnread(parts, { ...delivery, body }, signal);
  const ready = { ...withRendered({ ...delivery, body }, rendered), domain };
  return memory.run(contentBytesOf(body), async () => (signal.aborted ? 'not begun' : attemptDelivery(parts, ready)));
}

/** Reads the body, renders it for its recipient and continues like `deliver`. */
function deliverUnread(parts: DeliveryParts, delivery: Delivery & { body: UnreadBody }, signal: AbortSignal): Promise<Progress> {
  const { id, tenantId } = delivery.message;
  return parts.largeBodies.withBody(tenantId, delivery.body, async (body) => {
    const whole = { ...delivery, body };
    const contents = await renderSharedMail(parts.app, [whole]);
    return deliver(parts, whole, { rendered: contents.get(id), signal });
  });
}

async function deliverClaimed(
  parts: DeliveryParts,
  { deliveries, signal }: { deliveries: readonly Delivery[]; signal: AbortSignal },
  { unbegun, failed }: ClaimsToRelease,
): Promise<void> {
  const contents = await renderSharedMail(parts.app, deliveries).catch((error: unknown) => {
    failed.push(...deliveries.map(({ claim }) => claim));
    throw error;
  });
  const deliverOne = async (delivery: Delivery) => {
    try {
      const { id } = delivery.message;
      const progress = await parts.messageLocks.runExclusive(id, () => deliver(parts, delivery, { rendered: contents.get(id), signal }));
      if (progress === 'not begun') unbegun.push(delivery.claim);
    } catch (error) {
      failed.push(delivery.claim);
      throw error;
    }
  };
  await pMap(deliveries, deliverOne, { concurrency: CONCURRENCY, stopOnError: false });
}

async function release({ app: { db }, retry }: DeliveryParts, claims: readonly Claim[], dueAt: number): Promise<void> {
  if (claims.length === 0) return;
  const releases = claims.map((claim) => ({ ...claim, dueAt }));
  await retry.whileUnavailable(() => db.transact((trx) => releaseMessages(trx, releases)));
}

async function deliverBatch(parts: DeliveryParts, { signal, ...request }: Batch): Promise<void> {
  const { app } = parts;
  const deliveries = await claimEmails(app, request);
  const unsettled: ClaimsToRelease = { unbegun: [], failed: [] };
  try {
    await deliverClaimed(parts, { deliveries, signal }, unsettled);
  } finally {
    await release(parts, unsettled.unbegun, app.clock.now());
    // The job tries them again by itself; where it is given up, the sweep finds them.
    await release(parts, unsettled.failed, app.clock.now() + FAILED_MS);
  }
}

/** Delivers the messages that jobs name: claim → look up again who may get it → attempt. Bulk mail waits for other mail. */
export async function deliverEmails(parts: DeliveryParts, batch: Batch): Promise<void> {
  const { priority } = parts.app;
  if (!batch.bulk) return priority.runForeground(() => deliverBatch(parts, batch));
  await priority.yieldToForeground();
  return deliverBatch(parts, batch);
}
