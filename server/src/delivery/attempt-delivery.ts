import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { SigningDomain } from '../domains/index.ts';
import type { MessageBody, Outcome } from '../messages/index.ts';
import type { HandOver, OutgoingMail, Provider } from '../provider/provider.ts';
import { addressees, type Delivery } from './claim-emails.ts';
import { composeMessage, envelopeSender, messageIdOf } from './compose-message.ts';
import { attemptOutcome, attemptReply, deferAll, endDoubt, interpret, nextAttemptAt, withSuppressed } from './interpret.ts';
import { type OutcomeWriter, settle } from './outcome-writer.ts';

export interface AttemptParts {
  readonly app: AppContext;
  readonly provider: Provider;
  readonly blobs: Blobs;
  readonly writer: OutcomeWriter;
}

/** A delivery that has everything it needs. */
export type ReadyDelivery = Delivery & { readonly body: MessageBody; readonly domain: SigningDomain };

/** What is not begun is given back. */
export type Progress = 'done' | 'not begun';

async function compose({ app, blobs }: AttemptParts, delivery: ReadyDelivery): Promise<OutgoingMail | undefined> {
  const { message, bulk } = delivery;
  try {
    const raw = await composeMessage(delivery, { app, blobs });
    const from = envelopeSender(app.secrets, message, delivery.domain);
    const to = addressees(delivery).map(({ address }) => address);
    return { tenantId: message.tenantId, messageId: message.id, subject: message.subject, envelope: { from, to }, raw, bulk };
  } catch (error) {
    app.log.error({ message_id: message.id, err: error }, 'a mail could not be composed');
    return undefined;
  }
}

/** The mark, written when the content is about to begin: a mail without one has not left. */
function createMarker({ app: { clock, newId }, writer }: AttemptParts, { message, claim, job, bulk }: ReadyDelivery) {
  const at = clock.now();
  const mark = { ...claim, attemptId: newId('att', at), tenantId: message.tenantId, number: message.attempts + 1, at };
  let marking: Promise<boolean> | undefined;
  return {
    mark,
    // A worker that was held up past its lease begins nothing: somebody else has the message by now.
    beforeData: async () => {
      if (!job.holdsLease()) return false;
      marking ??= writer.mark(mark, { bulk, holdsLease: job.holdsLease });
      return (await marking) && job.holdsLease();
    },
    /** Undefined when it never came to that, false when the claim was no longer ours. */
    marked: async () => marking,
  };
}

function conclude({ clock, config }: AppContext, { message, domain, suppressed }: ReadyDelivery, result: HandOver): Outcome {
  const now = clock.now();
  const known = result.inDoubt && config.IN_DOUBT === 'fail' ? endDoubt(result) : result;
  const outcome = interpret(known, {
    retryAt: nextAttemptAt(message.attempts + 1, message.firstAttemptAt ?? now, now),
    messageId: messageIdOf(message, domain),
  });
  return withSuppressed(outcome, suppressed);
}

/** One attempt at a delivery: compose → sign → mark → hand over → settle. */
export async function attemptDelivery(parts: AttemptParts, delivery: ReadyDelivery): Promise<Progress> {
  const { app, provider, writer } = parts;
  const mail = await compose(parts, delivery);
  if (!delivery.job.holdsLease()) return 'not begun';
  const { mark, beforeData, marked } = createMarker(parts, delivery);
  const result =
    mail === undefined ? deferAll(addressees(delivery), 'the mail could not be composed') : await provider.send(mail, { beforeData });
  const isMarked = await marked();
  if (isMarked === false) return 'done';
  if (isMarked === undefined && result.brokenOff) return 'not begun';
  const end = { attemptId: mark.attemptId, outcome: attemptOutcome(result), reply: attemptReply(result), at: app.clock.now() };
  await settle(writer, delivery, { outcome: conclude(app, delivery, result), attempt: { mark, end, marked: isMarked === true } });
  return 'done';
}
