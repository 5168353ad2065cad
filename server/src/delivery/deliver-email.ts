import pMap from 'p-map';
import { byteGate } from '../core/byte-gate.ts';
import { type Claim, type MessageBody, type Outcome, releaseMessages, simulate } from '../messages/index.ts';
import type { JobHandler } from '../queue/queue.ts';
import type { FindSuppressed } from '../suppressions/index.ts';
import { type AttemptParts, deliveryAttempter, type Progress } from './attempt-delivery.ts';
import { addressees, claimDeliveries, type Delivery, openRecipients } from './claim-deliveries.ts';
import { failure, UNSENT, withSuppressed } from './interpret.ts';
import { settle } from './outcome-writer.ts';
import { nextAttemptAt } from './retry-ladder.ts';

/** How long the sweep leaves a message alone whose delivery broke off by a fault of ours. */
const FAILED_MS = 60_000;

/** Mails of one batch that are composed and handed over at once. */
const CONCURRENCY = 32;
/** Contents of the mails that this process composes and hands over at once. */
const BYTES_IN_FLIGHT = 64 * 1024 * 1024;

export interface DeliveryParts extends AttemptParts {
  readonly findSuppressed: FindSuppressed;
  /** 64 MiB unless given. */
  readonly bytesInFlight?: number;
}

const sizeOf = ({ html, text, attachments }: MessageBody): number =>
  attachments.reduce((sum, { size }) => sum + size, Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? ''));

/** Works off chunks of message ids: claim → look who may get it → attempt. */
export function emailDeliverer({
  findSuppressed,
  bytesInFlight = BYTES_IN_FLIGHT,
  ...parts
}: DeliveryParts): JobHandler<'deliver' | 'deliver_bulk'> {
  const { platform, writer } = parts;
  const { db, clock, config } = platform;
  const attempt = deliveryAttempter(parts);
  const gate = byteGate(bytesInFlight);

  /** A mail that keeps ending its worker must not be sent for ever. */
  function isExhausted({ attempts, first_attempt_at: firstAt }: Delivery['row']): boolean {
    const now = clock.now();
    return nextAttemptAt(attempts, firstAt ?? now, now) === null;
  }

  async function deliver(delivery: Delivery, signal: AbortSignal): Promise<Progress> {
    const { row, body, domain, doubtful, suppressed } = delivery;
    const end = (outcome: Outcome) => settle(writer, delivery, { outcome });
    const fail = (reason: string) => end(failure(openRecipients(delivery), reason));
    const to = addressees(delivery);
    if (signal.aborted) return 'not begun';
    if (domain?.verified !== true) await fail('from_domain_not_verified');
    else if (doubtful && (config.IN_DOUBT === 'fail' || isExhausted(row))) await fail('in_doubt');
    else if (to.length === 0) await end(withSuppressed(UNSENT, suppressed));
    else if (row.test_mode === 1) await end(withSuppressed(simulate(row.id, to, config.TEST_DOMAIN.toLowerCase()), suppressed));
    else if (body === undefined) await fail('body_missing');
    else return gate.pass(sizeOf(body), async () => (signal.aborted ? 'not begun' : attempt({ ...delivery, body, domain })));
    return 'done';
  }

  const giveBack = (claims: readonly Claim[], dueAt: number) =>
    claims.length === 0 ? undefined : db.transact((trx) => releaseMessages(trx, db.dialect, { claims, dueAt }));

  return async (jobs, signal) => {
    const unbegun: Claim[] = [];
    const failed: Claim[] = [];
    const deliverOrGiveBack = async (delivery: Delivery) => {
      try {
        if ((await deliver(delivery, signal)) === 'not begun') unbegun.push(delivery.claim);
      } catch (error) {
        failed.push(delivery.claim);
        throw error;
      }
    };
    try {
      await pMap(await claimDeliveries({ platform, findSuppressed }, jobs), deliverOrGiveBack, {
        concurrency: CONCURRENCY,
        stopOnError: false,
      });
    } finally {
      await giveBack(unbegun, clock.now());
      // The job tries again by itself; should it be given up, the sweep finds them.
      await giveBack(failed, clock.now() + FAILED_MS);
    }
  };
}
