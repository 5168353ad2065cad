import type { Recipient } from '../message.ts';
import type { AttemptReport, Outcome } from './apply-attempt.ts';

type SimulatedOutcome = 'delivery' | 'bounce' | 'complaint';

const BY_LOCAL_PART: Readonly<Record<string, SimulatedOutcome>> = { bounced: 'bounce', complained: 'complaint' };

function outcomeOf({ email }: Recipient, testDomain: string): SimulatedOutcome {
  const at = email.lastIndexOf('@');
  return (email.slice(at + 1) === testDomain ? BY_LOCAL_PART[email.slice(0, at)] : undefined) ?? 'delivery';
}

function report(type: SimulatedOutcome, { email }: Recipient): AttemptReport {
  if (type !== 'bounce') return { type, recipients: [email], detail: null, data: {} };
  const diagnostic = '550 5.1.1 Simulated bounce';
  return { type, recipients: [email], detail: diagnostic, data: { class: 'hard', code: 550, diagnostic } };
}

/** Returns the outcome of a message in test mode: recipients at the test domain choose it by their local part, all others are delivered. */
export function simulate(messageId: string, recipients: readonly Recipient[], testDomain: string): Outcome {
  const outcomes = recipients.map((recipient) => ({ recipient, type: outcomeOf(recipient, testDomain) }));
  const accepted = outcomes.filter(({ type }) => type !== 'bounce').map(({ recipient }) => recipient.email);
  const sent: AttemptReport[] = accepted.length === 0 ? [] : [{ type: 'sent', recipients: accepted, detail: null, data: {} }];
  return {
    reports: [...sent, ...outcomes.map(({ recipient, type }) => report(type, recipient))],
    providerMessageId: `test_${messageId}`,
    retryAt: null,
  };
}
