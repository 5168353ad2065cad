import pMap from 'p-map';
import { createByteSemaphore } from '../core/concurrency/byte-semaphore.ts';
import { type Claim, type MessageBody, type Outcome, releaseMessages, simulate } from '../messages/index.ts';
import type { DeliverQueue } from '../queue/jobs.ts';
import type { JobHandler } from '../queue/queue.ts';
import { type AttemptParts, deliveryAttempter, type Progress } from './attempt-delivery.ts';
import { addressees, type ClaimParts, claimDeliveries, type Delivery, openRecipients } from './claim-deliveries.ts';
import { failure, UNSENT, withSuppressed } from './interpret.ts';
import { settle } from './outcome-writer.ts';
import { findOwnContents, type Personalised, type PersonaliseParts } from './personalise.ts';
import { nextAttemptAt } from './retry-ladder.ts';

/** How long the sweep leaves a message alone whose delivery broke off by a fault of ours. */
const FAILED_MS = 60_000;

/** Mails of one batch that are composed and handed over at once. */
const CONCURRENCY = 32;
/** Contents of the mails that this process composes and hands over at once. */
const BYTES_IN_FLIGHT = 64 * 1024 * 1024;

export interface DeliveryParts extends AttemptParts, ClaimParts, PersonaliseParts {
  /** 64 MiB unless given. */
  readonly bytesInFlight?: number;
}

const sizeOf = ({ html, text, attachments }: MessageBody): number =>
  attachments.reduce((sum, { size }) => sum + size, Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? ''));

const emailsOf = (delivery: Delivery) => openRecipients(delivery).map(({ email }) => email);

/** The mail as its own reader sees it. */
function withOwn<D extends Delivery & { body: MessageBody }>(delivery: D, own: Personalised | undefined): D {
  if (own?.kind !== 'ready') return delivery;
  const { subject, html, text } = own;
  return { ...delivery, row: { ...delivery.row, subject }, body: { ...delivery.body, html, text } };
}

type Deliver = JobHandler<DeliverQueue>;

/** Works off chunks of message ids: claim → look who may get it → attempt. Bulk mail waits for other mail. */
export function emailDeliverer({ bytesInFlight = BYTES_IN_FLIGHT, ...parts }: DeliveryParts): (lane: { bulk: boolean }) => Deliver {
  const { app, writer } = parts;
  const { db, clock, config, priority } = app;
  const attempt = deliveryAttempter(parts);
  const memory = createByteSemaphore(bytesInFlight);

  /** A mail that keeps ending its worker must not be sent for ever. */
  function isExhausted({ attempts, first_attempt_at: firstAt }: Delivery['row']): boolean {
    const now = clock.now();
    return nextAttemptAt(attempts, firstAt ?? now, now) === null;
  }

  const isOver = (row: Delivery['row']) => config.IN_DOUBT === 'fail' || isExhausted(row);

  /** What ends a delivery without an attempt. */
  function endUnattempted(delivery: Delivery, own: Personalised | undefined): Outcome | undefined {
    const { row, body, domain, doubtful, suppressed } = delivery;
    const fail = (reason: string) => failure(openRecipients(delivery), reason);
    const to = addressees(delivery);
    if (domain?.verified !== true) return fail('from_domain_not_verified');
    if (doubtful && isOver(row)) return fail('in_doubt');
    if (to.length === 0) return withSuppressed(UNSENT, suppressed);
    if (row.test_mode === 1) return withSuppressed(simulate(row.id, to, config.TEST_DOMAIN.toLowerCase()), suppressed);
    if (body === undefined) return fail('body_missing');
    if (own?.kind === 'gone') return withSuppressed(UNSENT, emailsOf(delivery));
    return own?.kind === 'failed' ? fail(own.reason) : undefined;
  }

  async function deliver(delivery: Delivery, own: Personalised | undefined, signal: AbortSignal): Promise<Progress> {
    if (delivery.bulk) await priority.turn();
    if (signal.aborted) return 'not begun';
    const { body, domain } = delivery;
    const outcome = endUnattempted(delivery, own);
    if (outcome !== undefined || body === undefined || domain === undefined) {
      await settle(writer, delivery, { outcome: outcome ?? UNSENT });
      return 'done';
    }
    const ready = { ...withOwn({ ...delivery, body }, own), domain };
    return memory.run(sizeOf(body), async () => (signal.aborted ? 'not begun' : attempt(ready)));
  }

  const giveBack = (claims: readonly Claim[], dueAt: number) =>
    claims.length === 0 ? undefined : db.transact((trx) => releaseMessages(trx, { claims, dueAt }));

  const deliverAll = async ({ jobs, signal, bulk }: { jobs: Parameters<Deliver>[0]; signal: AbortSignal; bulk: boolean }) => {
    const unbegun: Claim[] = [];
    const failed: Claim[] = [];
    const deliverOrGiveBack = async (delivery: Delivery, own: Personalised | undefined) => {
      try {
        if ((await deliver(delivery, own, signal)) === 'not begun') unbegun.push(delivery.claim);
      } catch (error) {
        failed.push(delivery.claim);
        throw error;
      }
    };
    try {
      if (bulk) await priority.wait();
      const deliveries = await claimDeliveries(parts, jobs, bulk);
      const own = await findOwnContents(deliveries, parts).catch((error: unknown) => {
        failed.push(...deliveries.map(({ claim }) => claim));
        throw error;
      });
      await pMap(deliveries, (delivery) => deliverOrGiveBack(delivery, own.get(delivery.row.id)), {
        concurrency: CONCURRENCY,
        stopOnError: false,
      });
    } finally {
      await giveBack(unbegun, clock.now());
      // The job tries again by itself; should it be given up, the sweep finds them.
      await giveBack(failed, clock.now() + FAILED_MS);
    }
  };

  return ({ bulk }) =>
    (jobs, signal) =>
      bulk ? deliverAll({ jobs, signal, bulk }) : priority.first(() => deliverAll({ jobs, signal, bulk }));
}
