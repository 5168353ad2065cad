import type { HandOver, RecipientReply } from '../../provider/provider.ts';
import type { AttemptEnd } from '../store.ts';

/** The answer for a recipient that the mail was not accepted for. */
export type Unaccepted = Exclude<RecipientReply, { outcome: 'accepted' }>;

export const isUnaccepted = (reply: RecipientReply): reply is Unaccepted => reply.outcome !== 'accepted';

/** Returns the result of several hand-overs of one mail. */
export function joinHandOvers(results: readonly HandOver[]): HandOver {
  return {
    replies: results.flatMap(({ replies }) => replies),
    providerMessageId: results.find(({ providerMessageId }) => providerMessageId !== null)?.providerMessageId ?? null,
    inDoubt: results.some(({ inDoubt }) => inDoubt),
    brokenOff: results.some(({ brokenOff }) => brokenOff),
  };
}

/** Returns a hand-over in doubt as one that is not repeated: it failed for those whose final reply was lost. Replies to RCPT stand. */
export const endDoubt = (result: HandOver): HandOver => ({
  ...result,
  replies: result.replies.map((reply) =>
    reply.outcome === 'deferred' && reply.about === 'mail' ? { ...reply, outcome: 'refused', reply: 'in_doubt' } : reply,
  ),
});

/** Returns a hand-over that never reached the provider: all recipients are retried. */
export const deferAll = (recipients: readonly { readonly email: string }[], reply: string): HandOver => ({
  replies: recipients.map(({ email }) => ({ email, outcome: 'deferred', about: 'mail', code: null, reply })),
  providerMessageId: null,
  inDoubt: false,
  brokenOff: false,
});

/** Returns the outcome that is stored with an attempt. */
export function attemptOutcome({ inDoubt, replies }: HandOver): AttemptEnd['outcome'] {
  if (inDoubt) return 'in_doubt';
  if (replies.some(({ outcome }) => outcome === 'accepted')) return 'accepted';
  return replies.some(({ outcome }) => outcome === 'deferred') ? 'deferred' : 'refused';
}

/** Returns the reply that is stored with an attempt: the first that accepts nothing, otherwise the provider's id. */
export function attemptReply({ replies, providerMessageId }: HandOver): string | null {
  return replies.find(isUnaccepted)?.reply ?? providerMessageId;
}
