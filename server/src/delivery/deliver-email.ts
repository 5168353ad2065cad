import pMap from 'p-map';
import type { Blobs } from '../blobs/blobs.ts';
import { byteGate } from '../core/byte-gate.ts';
import type { SigningDomain } from '../domains/index.ts';
import { type Claim, type MessageBody, type Outcome, releaseMessages, simulate } from '../messages/index.ts';
import type { Platform } from '../platform.ts';
import type { HandOver, OutgoingMail, Provider } from '../provider/provider.ts';
import type { JobHandler } from '../queue/queue.ts';
import { claimDeliveries, type Delivery, openRecipients } from './claim-deliveries.ts';
import { composeMessage, messageIdOf } from './compose-message.ts';
import { envelopeSender } from './envelope-sender.ts';
import { attemptOutcome, attemptReply, deferAll, failure, interpret } from './interpret.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import { nextAttemptAt } from './retry-ladder.ts';

/** How long the sweep leaves a message alone whose delivery broke off by a fault of ours. */
const FAILED_MS = 60_000;

/** Mails of one batch that are composed and handed over at once. */
const CONCURRENCY = 32;
/** Contents of the mails that this process composes and hands over at once. */
const BYTES_IN_FLIGHT = 64 * 1024 * 1024;

export interface DeliveryParts {
  readonly platform: Platform;
  readonly provider: Provider;
  readonly blobs: Blobs;
  readonly writer: OutcomeWriter;
  /** 64 MiB unless given. */
  readonly bytesInFlight?: number;
}

/** A delivery that has everything it needs. */
type ReadyDelivery = Delivery & { readonly body: MessageBody; readonly domain: SigningDomain };

const sizeOf = ({ html, text, attachments }: MessageBody): number =>
  attachments.reduce((sum, { size }) => sum + size, Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? ''));

/** What is not begun is given back. */
type Progress = 'done' | 'not begun';

/** Works off chunks of message ids: claim → compose → sign → mark → hand over → settle. */
export function emailDeliverer({
  platform,
  provider,
  blobs,
  writer,
  bytesInFlight = BYTES_IN_FLIGHT,
}: DeliveryParts): JobHandler<'deliver' | 'deliver_bulk'> {
  const { db, clock, config, log, newId, secrets } = platform;
  const gate = byteGate(bytesInFlight);

  async function compose(delivery: ReadyDelivery): Promise<OutgoingMail | undefined> {
    const { row } = delivery;
    try {
      const raw = await composeMessage(delivery, blobs);
      const from = envelopeSender(secrets, row, delivery.domain);
      const to = openRecipients(delivery).map(({ address }) => address);
      return { tenantId: row.tenant_id, messageId: row.id, subject: row.subject, envelope: { from, to }, raw };
    } catch (error) {
      log.error({ message_id: row.id, err: error }, 'a mail could not be composed');
      return undefined;
    }
  }

  function conclude({ row, domain }: ReadyDelivery, result: HandOver): Outcome {
    const now = clock.now();
    if (result.inDoubt && config.IN_DOUBT === 'fail') return failure(result.replies, 'in_doubt');
    return interpret(result, {
      retryAt: nextAttemptAt(row.attempts + 1, row.first_attempt_at ?? now, now),
      messageId: messageIdOf(row, domain),
    });
  }

  /** The mark, written when the content is about to begin: a mail without one has not left. */
  function marker({ row, claim, job }: ReadyDelivery) {
    const at = clock.now();
    const mark = { ...claim, attemptId: newId('att', at), tenantId: row.tenant_id, number: row.attempts + 1, at };
    let marking: Promise<boolean> | undefined;
    return {
      mark,
      // A worker that was held up past its lease begins nothing: somebody else has the message by now.
      beforeData: async () => {
        if (!job.holdsLease()) return false;
        marking ??= writer.mark(mark);
        return (await marking) && job.holdsLease();
      },
      /** Undefined when it never came to that, false when the claim was no longer ours. */
      marked: async () => marking,
    };
  }

  async function attempt(delivery: ReadyDelivery): Promise<Progress> {
    const mail = await compose(delivery);
    if (!delivery.job.holdsLease()) return 'not begun';
    const { mark, beforeData, marked } = marker(delivery);
    const result =
      mail === undefined ? deferAll(openRecipients(delivery), 'the mail could not be composed') : await provider.send(mail, { beforeData });
    const isMarked = await marked();
    if (isMarked === false) return 'done';
    if (isMarked === undefined && result.brokenOff) return 'not begun';
    const end = { attemptId: mark.attemptId, outcome: attemptOutcome(result), reply: attemptReply(result), at: clock.now() };
    const outcome = { ...delivery.claim, tenantId: delivery.row.tenant_id, outcome: conclude(delivery, result) };
    await writer.settle({ outcome, attempt: { mark, end, marked: isMarked === true } });
    return 'done';
  }

  /** A mail that keeps ending its worker must not be sent for ever. */
  function isExhausted({ attempts, first_attempt_at: firstAt }: Delivery['row']): boolean {
    const now = clock.now();
    return nextAttemptAt(attempts, firstAt ?? now, now) === null;
  }

  async function simulateDelivery(delivery: Delivery): Promise<void> {
    const { row, claim } = delivery;
    const outcome = simulate(row.id, openRecipients(delivery), config.TEST_DOMAIN.toLowerCase());
    await writer.settle({ outcome: { ...claim, tenantId: row.tenant_id, outcome } });
  }

  async function deliver(delivery: Delivery, signal: AbortSignal): Promise<Progress> {
    const { row, claim, body, domain, doubtful } = delivery;
    const fail = (reason: string) =>
      writer.settle({ outcome: { ...claim, tenantId: row.tenant_id, outcome: failure(openRecipients(delivery), reason) } });
    if (signal.aborted) return 'not begun';
    if (domain?.verified !== true) await fail('from_domain_not_verified');
    else if (row.test_mode === 1) await simulateDelivery(delivery);
    else if (body === undefined) await fail('body_missing');
    else if (doubtful && (config.IN_DOUBT === 'fail' || isExhausted(row))) await fail('in_doubt');
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
      await pMap(await claimDeliveries(platform, jobs), deliverOrGiveBack, { concurrency: CONCURRENCY, stopOnError: false });
    } finally {
      await giveBack(unbegun, clock.now());
      // The job tries again by itself; should it be given up, the sweep finds them.
      await giveBack(failed, clock.now() + FAILED_MS);
    }
  };
}
