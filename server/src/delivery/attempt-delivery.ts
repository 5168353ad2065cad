import pMap from 'p-map';
import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { SigningDomain } from '../domains/index.ts';
import { type MessageBody, momentOf } from '../messages/index.ts';
import type { Outcome } from '../messages/outcomes/index.ts';
import type { HandOver, Provider } from '../provider/provider.ts';
import { addressees } from './addressees.ts';
import type { Delivery } from './claim-emails.ts';
import { composeMessage, messageIdOf } from './compose-message.ts';
import { type Envelope, envelopesOf } from './envelopes.ts';
import type { Composer } from './mime/composer.ts';
import { attemptOutcome, attemptReply, deferAll, endDoubt, joinHandOvers } from './outcomes/hand-overs.ts';
import { interpret, withGivenUp, withSuppressed } from './outcomes/interpret.ts';
import { type OutcomeWriter, settleDelivery } from './outcomes/outcome-writer.ts';
import { nextAttemptAt } from './outcomes/retry-ladder.ts';
import type { Attempt } from './outcomes/write-outcomes.ts';

/** Maximum number of envelopes of one message that are handed over at a time. */
const CONCURRENCY = 4;
const BROKE_OFF = 'the mail could not be handed over';

export interface AttemptParts {
  readonly app: AppContext;
  readonly provider: Provider;
  readonly blobs: Blobs;
  readonly composer: Composer;
  readonly writer: OutcomeWriter;
}

/** A delivery that has everything it needs. */
export type ReadyDelivery = Delivery & { readonly body: MessageBody; readonly domain: SigningDomain };

/** Whether a delivery was made. One that was not begun is released. */
export type Progress = 'done' | 'not begun';

/** The result for one envelope. `overtaken`: another worker has the message. */
type HandOverResult =
  | { readonly kind: 'made'; readonly result: HandOver; readonly attempt: Attempt }
  | { readonly kind: 'failed'; readonly fault: unknown; readonly to: Envelope['to'] }
  | { readonly kind: 'not_begun' | 'overtaken' };

/** Returns bare addresses of recipients for whom an earlier attempt is in doubt and is not repeated (IN_DOUBT). */
export const givenUpBy = ({ config }: AppContext, { doubtful }: Delivery): readonly string[] =>
  config.IN_DOUBT === 'fail' ? doubtful : [];

async function compose(parts: AttemptParts, delivery: ReadyDelivery): Promise<Buffer | undefined> {
  try {
    return await composeMessage(parts, delivery);
  } catch (error) {
    parts.app.log.error({ message_id: delivery.message.id, err: error }, 'a mail could not be composed');
    return undefined;
  }
}

/** Creates the mark of an attempt, which is written right before the content begins: a mail without a mark has not left. */
function createMarker({ app: { clock, newId }, writer }: AttemptParts, delivery: ReadyDelivery, recipient: number | null) {
  const { message, claim, job, bulk } = delivery;
  const at = clock.now();
  const mark = {
    ...claim,
    attemptId: newId('att', momentOf(message, at)),
    tenantId: message.tenantId,
    number: message.attempts + 1,
    at,
    recipient,
  };
  let marking: Promise<boolean> | undefined;
  return {
    mark,
    /**
     * Writes the mark; returns false if the mail must not be sent. A worker that was paused beyond its lease begins nothing: another one
     * has the message by now.
     */
    beforeData: async () => {
      if (!job.holdsLease()) return false;
      marking ??= writer.mark(mark, { bulk, holdsLease: job.holdsLease });
      return (await marking) && job.holdsLease();
    },
    /**
     * Returns whether the mark was written: undefined if it was not requested, false if the claim was no longer ours. Throws if that is
     * unknown, which ends the attempt.
     */
    wasWritten: async () => {
      try {
        return await marking;
      } catch (error) {
        await writer.withdraw(mark, BROKE_OFF);
        throw error;
      }
    },
  };
}

const putOff = (to: Envelope['to'], reply: string) =>
  deferAll(
    to.map((email) => ({ email })),
    reply,
  );

/** Hands one envelope over to the provider. */
async function handOver(
  parts: AttemptParts,
  delivery: ReadyDelivery,
  { raw, envelope }: { raw: Buffer | undefined; envelope: Envelope },
): Promise<HandOverResult> {
  const { app, provider } = parts;
  const { message, bulk } = delivery;
  const { from, to, recipient } = envelope;
  if (!delivery.job.holdsLease()) return { kind: 'not_begun' };
  const { mark, beforeData, wasWritten } = createMarker(parts, delivery, recipient);
  const named = { tenantId: message.tenantId, messageId: message.id, from: message.from, subject: message.subject, bulk };
  const sending =
    raw === undefined
      ? Promise.resolve(putOff(to, 'the mail could not be composed'))
      : provider.send({ ...named, envelope: { from, to }, raw }, { beforeData });
  const isMarked = await sending.then(wasWritten, wasWritten);
  const result = await sending;
  if (isMarked === false) return { kind: 'overtaken' };
  if (isMarked === undefined && result.brokenOff) return { kind: 'not_begun' };
  const providerMessageId = recipient === null ? null : result.providerMessageId;
  const end = {
    attemptId: mark.attemptId,
    outcome: attemptOutcome(result),
    reply: attemptReply(result),
    providerMessageId,
    at: app.clock.now(),
  };
  return { kind: 'made', result, attempt: { mark, end, marked: isMarked === true } };
}

/** Returns the outcome of an attempt. Unless it `isWhole`, envelopes are left, which are tried again at once. */
function conclude(app: AppContext, delivery: ReadyDelivery, { result, isWhole }: { result: HandOver; isWhole: boolean }): Outcome {
  const { message, domain, suppressed } = delivery;
  const now = app.clock.now();
  const outcome = interpret(result, {
    retryAt: nextAttemptAt(message.attempts + 1, message, now),
    messageId: messageIdOf(message, domain),
  });
  return withSuppressed(withGivenUp(isWhole ? outcome : { ...outcome, retryAt: now }, givenUpBy(app, delivery)), suppressed);
}

/** Makes one attempt at a delivery: compose → sign → mark and hand over each envelope → settle. */
export async function attemptDelivery(parts: AttemptParts, delivery: ReadyDelivery): Promise<Progress> {
  const { app, writer } = parts;
  const to = addressees(delivery, givenUpBy(app, delivery));
  const raw = await compose(parts, delivery);
  const envelopes = envelopesOf(app.secrets, delivery, { to, at: app.clock.now() });
  // A failure of ours with one envelope must not lose the results of the others.
  const handOverApart = (envelope: Envelope) =>
    handOver(parts, delivery, { raw, envelope }).catch((fault: unknown): HandOverResult => ({ kind: 'failed', fault, to: envelope.to }));
  const handed = await pMap(envelopes, handOverApart, { concurrency: CONCURRENCY });
  const made = handed.filter((each) => each.kind === 'made');
  const failed = handed.filter((each) => each.kind === 'failed');
  if (made.length === 0 && failed.length > 0) throw failed[0]?.fault;
  if (made.length === 0) return handed.some(({ kind }) => kind === 'overtaken') ? 'done' : 'not begun';
  for (const { fault } of failed) app.log.error({ message_id: delivery.message.id, err: fault }, BROKE_OFF);
  const known = made.map(({ result }) => (result.inDoubt && app.config.IN_DOUBT === 'fail' ? endDoubt(result) : result));
  const result = joinHandOvers([...known, ...failed.map((each) => putOff(each.to, BROKE_OFF))]);
  const outcome = conclude(app, delivery, { result, isWhole: made.length + failed.length === handed.length });
  await settleDelivery(writer, delivery, { outcome, attempts: made.map(({ attempt }) => attempt) });
  return 'done';
}
