import { type AttemptReport, failure, type Outcome } from '../../messages/outcomes/index.ts';
import type { HandOver } from '../../provider/provider.ts';
import { classifyRefusal, enhancedCodeIn } from '../../refusals/classify-refusal.ts';
import type { BounceClass } from '../../refusals/refusal-words.ts';
import { isUnaccepted, type Unaccepted } from './hand-overs.ts';

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

/** Returns one report for all recipients with the same reply. */
function reportTogether(type: 'failed' | 'delivery_delayed', replies: readonly Unaccepted[]): AttemptReport[] {
  const byReply = Map.groupBy(replies, ({ reply }) => reply);
  return [...byReply].map(([reply, same]) => ({ type, recipients: namesOf(same), detail: reply, data: { reason: reply } }));
}

export interface AttemptContext {
  /** When deferred recipients are tried again, epoch milliseconds; null where they are not, and have failed. */
  readonly retryAt: number | null;
  /** The mail's Message-ID, for a provider that gave no id of its own. */
  readonly messageId: string;
}

/** Returns the outcome of a hand-over for its message. */
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

/** The outcome without an attempt, since there is nobody to send to. */
export const UNSENT: Outcome = { reports: [], providerMessageId: null, retryAt: null };

const withReports = (outcome: Outcome, first: readonly AttemptReport[]): Outcome => ({
  ...outcome,
  reports: [...first, ...outcome.reports],
});

/** Returns an outcome that first reports recipients that must not get the mail. */
export const withSuppressed = (outcome: Outcome, suppressed: readonly string[]): Outcome =>
  suppressed.length === 0 ? outcome : withReports(outcome, [{ type: 'suppressed', recipients: suppressed, detail: null, data: {} }]);

/** Returns an outcome that first fails recipients for whom an earlier attempt is in doubt and is not repeated. */
export const withGivenUp = (outcome: Outcome, givenUp: readonly string[]): Outcome =>
  givenUp.length === 0
    ? outcome
    : withReports(
        outcome,
        failure(
          givenUp.map((email) => ({ email })),
          'in_doubt',
        ).reports,
      );
