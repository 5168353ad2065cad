import { ERASED, eraseInText, eraseInValue } from '../../core/text/erased.ts';
import type { MessageState } from '../message.ts';
import type { AttemptReport, Outcome } from '../outcomes/apply-attempt.ts';

/** Returns the addresses that were erased from a message since a worker read them. */
export function findErasedSince(addresses: readonly string[], { recipients }: Pick<MessageState, 'recipients'>): readonly string[] {
  if (recipients.every(({ email }) => email !== ERASED)) return [];
  return addresses.filter((address) => address !== ERASED && recipients.every(({ email }) => email !== address));
}

/** Returns a server's reply without the addresses. */
export const eraseInReply = (reply: string | null, emails: readonly string[]): string | null =>
  reply === null ? null : emails.reduce(eraseInText, reply);

/** Safe because erasing text keeps the shape of a value. */
const eraseInData = (data: AttemptReport['data'], emails: readonly string[]) => emails.reduce(eraseInValue, data) as AttemptReport['data'];

/** Returns an outcome without the addresses in its details and data. */
export function eraseInOutcome(outcome: Outcome, emails: readonly string[]): Outcome {
  if (emails.length === 0) return outcome;
  const reports = outcome.reports.map((report) => ({
    ...report,
    detail: eraseInReply(report.detail, emails),
    data: eraseInData(report.data, emails),
  }));
  return { ...outcome, reports };
}
