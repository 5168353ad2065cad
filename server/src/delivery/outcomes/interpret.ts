import { HOUR_MS, MINUTE_MS } from '../../core/durations.ts';
import { type AttemptReport, failure, type Message, type Outcome } from '../../messages/index.ts';
import type { HandOver, RecipientReply } from '../../provider/provider.ts';
import { classifyRefusal, enhancedCodeIn } from '../../refusals/classify-refusal.ts';
import type { BounceClass } from '../../refusals/refusal-words.ts';
import type { AttemptEnd } from '../store.ts';

const FIRST_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
const LATER_DELAY_MS = 4 * HOUR_MS;
const GIVE_UP_MS = 24 * HOUR_MS;

/**
 * When a message is tried again after its `attempts`-th attempt: after 1, 5, 15 and 60 minutes, then
 * every 4 hours until 24 hours after the first attempt, or after the time that it was moved to since; null
 * when the tries are used up.
 */
export function nextAttemptAt(
  attempts: number,
  { firstAttemptAt, scheduledAt }: Pick<Message, 'firstAttemptAt' | 'scheduledAt'>,
  now: number,
): number | null {
  const at = now + (FIRST_DELAYS_MS[attempts - 1] ?? LATER_DELAY_MS);
  return at > Math.max(firstAttemptAt ?? now, scheduledAt ?? 0) + GIVE_UP_MS ? null : at;
}

type Unaccepted = Exclude<RecipientReply, { outcome: 'accepted' }>;

const isUnaccepted = (reply: RecipientReply): reply is Unaccepted => reply.outcome !== 'accepted';
const isFinal = ({ outcome }: Unaccepted) => outcome === 'refused';

/** Envelope addresses are as written; outcomes name recipients in lower case. */
const namesOf = (recipients: readonly { email: string }[]) => recipients.map(({ email }) => email.toLowerCase());

function classOf({ about, afterContent = false, code, reply }: Unaccepted): BounceClass {
  const phase = about === 'recipient' ? 'rcpt' : afterContent ? 'data' : 'mail';
  return classifyRefusal({ code, enhanced: enhancedCodeIn(reply), phase, text: reply });
}

function reportBounce(refusal: Unaccepted): AttemptReport {
  const { code, reply } = refusal;
  const data = { class: classOf(refusal), code, diagnostic: reply };
  return { type: 'bounce', recipients: namesOf([refusal]), detail: reply, data };
}

/** Recipients with the same reply are told of together. */
function reportTogether(type: 'failed' | 'delivery_delayed', replies: readonly Unaccepted[]): AttemptReport[] {
  const byReply = Map.groupBy(replies, ({ reply }) => reply);
  return [...byReply].map(([reply, same]) => ({ type, recipients: namesOf(same), detail: reply, data: { reason: reply } }));
}

export interface AttemptContext {
  /** When to try again what was put off; null when the tries are used up, and it has failed. */
  readonly retryAt: number | null;
  /** The mail's Message-ID, for a provider that gave no id of its own. */
  readonly messageId: string;
}

/** What a hand-over means for the message. */
export function interpret({ replies, providerMessageId }: HandOver, { retryAt, messageId }: AttemptContext): Outcome {
  const accepted = namesOf(replies.filter(({ outcome }) => outcome === 'accepted'));
  const unaccepted = replies.filter(isUnaccepted);
  const refused = unaccepted.filter(isFinal);
  const ofMail = refused.filter(({ about }) => about === 'mail');
  // Of a mail for one, a server may say after its content that the address is dead; of several it does not say whose.
  const isOfOne = ofMail.length === 1 && ofMail.some((reply) => classOf(reply) === 'hard');
  const bounced = refused.filter(({ about }) => about === 'recipient' || isOfOne);
  const deferred = unaccepted.filter((reply) => !isFinal(reply));
  const sent: AttemptReport[] = accepted.length === 0 ? [] : [{ type: 'sent', recipients: accepted, detail: null, data: {} }];
  return {
    reports: [
      ...sent,
      ...bounced.map(reportBounce),
      ...reportTogether('failed', isOfOne ? [] : ofMail),
      ...reportTogether(retryAt === null ? 'failed' : 'delivery_delayed', deferred),
    ],
    providerMessageId: accepted.length === 0 ? null : (providerMessageId ?? messageId),
    retryAt,
  };
}

/** No attempt, since there is nobody to send to. */
export const UNSENT: Outcome = { reports: [], providerMessageId: null, retryAt: null };

/** Tells, before what became of the others, of recipients that get no mail any more. */
export const withSuppressed = (outcome: Outcome, suppressed: readonly string[]): Outcome =>
  suppressed.length === 0
    ? outcome
    : { ...outcome, reports: [{ type: 'suppressed', recipients: suppressed, detail: null, data: {} }, ...outcome.reports] };

/** Fails, before what became of the others, recipients for whom an earlier attempt is in doubt that is not made again. */
export const withGivenUp = (outcome: Outcome, givenUp: readonly string[]): Outcome =>
  givenUp.length === 0
    ? outcome
    : {
        ...outcome,
        reports: [
          ...failure(
            givenUp.map((email) => ({ email })),
            'in_doubt',
          ).reports,
          ...outcome.reports,
        ],
      };

/** What came of several hand-overs of one mail. */
export function joinHandOvers(results: readonly HandOver[]): HandOver {
  return {
    replies: results.flatMap(({ replies }) => replies),
    providerMessageId: results.find(({ providerMessageId }) => providerMessageId !== null)?.providerMessageId ?? null,
    inDoubt: results.some(({ inDoubt }) => inDoubt),
    brokenOff: results.some(({ brokenOff }) => brokenOff),
  };
}

/** A hand-over in doubt that is not made again: for whom the final reply was lost it is over. What RCPT was answered stands. */
export const endDoubt = (result: HandOver): HandOver => ({
  ...result,
  replies: result.replies.map((reply) =>
    reply.outcome === 'deferred' && reply.about === 'mail' ? { ...reply, outcome: 'refused', reply: 'in_doubt' } : reply,
  ),
});

/** A hand-over that never got as far as the provider. */
export const deferAll = (recipients: readonly { email: string }[], reply: string): HandOver => ({
  replies: recipients.map(({ email }) => ({ email, outcome: 'deferred', about: 'mail', code: null, reply })),
  providerMessageId: null,
  inDoubt: false,
  brokenOff: false,
});

/** How an attempt is remembered. */
export function attemptOutcome({ inDoubt, replies }: HandOver): AttemptEnd['outcome'] {
  if (inDoubt) return 'in_doubt';
  if (replies.some(({ outcome }) => outcome === 'accepted')) return 'accepted';
  return replies.some(({ outcome }) => outcome === 'deferred') ? 'deferred' : 'refused';
}

/** The first reply that was no acceptance, else the provider's id. */
export function attemptReply({ replies, providerMessageId }: HandOver): string | null {
  return replies.find(isUnaccepted)?.reply ?? providerMessageId;
}
