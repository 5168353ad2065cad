import pMap from 'p-map';
import type { Blobs } from '../blobs/blobs.ts';
import { parseAddress } from '../core/email-address.ts';
import type { SigningDomain } from '../domains/index.ts';
import { type Claim, type MessageBody, type Outcome, simulate } from '../messages/index.ts';
import type { Platform } from '../platform.ts';
import type { HandOver, OutgoingMail, Provider } from '../provider/provider.ts';
import type { JobHandler } from '../queue/queue.ts';
import { claimDeliveries, type Delivery, openRecipients } from './claim-deliveries.ts';
import { composeMessage, messageIdOf } from './compose-message.ts';
import { attemptOutcome, attemptReply, deferAll, failure, interpret } from './interpret.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import { nextAttemptAt } from './retry-ladder.ts';
import { releaseMessages } from './store.ts';

/** Mails of one batch that are composed and handed over at once. */
const CONCURRENCY = 32;

export interface DeliveryParts {
  readonly platform: Platform;
  readonly provider: Provider;
  readonly blobs: Blobs;
  readonly writer: OutcomeWriter;
}

/** A delivery that has everything it needs. */
type ReadyDelivery = Delivery & { readonly body: MessageBody; readonly domain: SigningDomain };

/** Works off chunks of message ids: claim → compose → sign → mark → hand over → settle. */
export function emailDeliverer({ platform, provider, blobs, writer }: DeliveryParts): JobHandler<'deliver' | 'deliver_bulk'> {
  const { db, clock, config, log, newId } = platform;

  async function compose(delivery: ReadyDelivery): Promise<OutgoingMail | undefined> {
    const { row } = delivery;
    try {
      const raw = await composeMessage(delivery, blobs);
      const from = parseAddress(row.from_address)?.address ?? row.from_address;
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

  async function attempt(delivery: ReadyDelivery): Promise<void> {
    const { row, claim, job } = delivery;
    const mail = await compose(delivery);
    const startedAt = clock.now();
    const mark = { ...claim, attemptId: newId('att', startedAt), tenantId: row.tenant_id, number: row.attempts + 1, at: startedAt };
    // A worker that was held up past its lease starts nothing: somebody else has the message by now.
    if (!job.holdsLease() || !(await writer.mark(mark)) || !job.holdsLease()) return;
    const result = mail === undefined ? deferAll(openRecipients(delivery), 'the mail could not be composed') : await provider.send(mail);
    const end = { attemptId: mark.attemptId, outcome: attemptOutcome(result), reply: attemptReply(result), at: clock.now() };
    await writer.settle({ outcome: { ...claim, tenantId: row.tenant_id, outcome: conclude(delivery, result) }, end });
  }

  async function simulateDelivery(delivery: Delivery): Promise<void> {
    const { row, claim } = delivery;
    const outcome = simulate(row.id, openRecipients(delivery), config.TEST_DOMAIN.toLowerCase());
    await writer.settle({ outcome: { ...claim, tenantId: row.tenant_id, outcome } });
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const { row, claim, body, domain, doubtful } = delivery;
    const fail = (reason: string) =>
      writer.settle({ outcome: { ...claim, tenantId: row.tenant_id, outcome: failure(openRecipients(delivery), reason) } });
    if (domain?.verified !== true) await fail('from_domain_not_verified');
    else if (row.test_mode === 1) await simulateDelivery(delivery);
    else if (body === undefined) await fail('body_missing');
    else if (doubtful && config.IN_DOUBT === 'fail') await fail('in_doubt');
    else await attempt({ ...delivery, body, domain });
  }

  return async (jobs, signal) => {
    const unbegun: Claim[] = [];
    const deliverUnlessStopping = async (delivery: Delivery) => {
      if (signal.aborted) unbegun.push(delivery.claim);
      else await deliver(delivery);
    };
    try {
      await pMap(await claimDeliveries(platform, jobs), deliverUnlessStopping, { concurrency: CONCURRENCY, stopOnError: false });
    } finally {
      if (unbegun.length > 0) await db.transact((trx) => releaseMessages(trx, db.dialect, { claims: unbegun, dueAt: clock.now() }));
    }
  };
}
