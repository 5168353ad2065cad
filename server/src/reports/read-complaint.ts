import { addressIn } from './delivery-status.ts';

/** A report of feedback (RFC 5965) as far as it speaks of a recipient. */
export interface Complaint {
  /** The kind of feedback, in lower case. */
  readonly feedback: string;
  /** Names of whoever complained, in lower case, as far as the report tells. */
  readonly names: readonly string[];
}

const MOST_LENGTH = 64 * 1024;
const COMPLAINTS = ['abuse', 'fraud', 'virus', 'opt-out', 'other', 'miscategorized'];

/** Whether the recipient himself has complained. A failed authentication is another reporter's complaint, of whoever forged the mail (RFC 6591). */
export const isByRecipient = ({ feedback }: Complaint): boolean => COMPLAINTS.includes(feedback);

/** The values of a field, of lines `Name: value`. */
function valuesOf(lines: readonly string[], name: string): string[] {
  const matching = lines.filter((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  return matching.map((line) => line.slice(name.length + 1).trim());
}

/** The lines of a header, up to the first empty one. */
function headerLines(mail: string): string[] {
  const lines = mail.slice(0, MOST_LENGTH).trimStart().split(/\r?\n/);
  const end = lines.indexOf('');
  return end === -1 ? lines : lines.slice(0, end);
}

/** Reads the fields of a `message/feedback-report`; `original` is the mail that is complained of. */
export function readFeedbackReport(part: string, original: string): Complaint | undefined {
  const lines = part.slice(0, MOST_LENGTH).split(/\r?\n/);
  const [feedback] = valuesOf(lines, 'feedback-type');
  if (feedback === undefined) return undefined;
  const named = [...valuesOf(lines, 'original-rcpt-to'), ...valuesOf(lines, 'removal-recipient'), ...valuesOf(headerLines(original), 'to')];
  return { feedback: feedback.toLowerCase(), names: named.flatMap((value) => addressIn(value) ?? []) };
}

/** The junk mail reports of Outlook.com: a mail around the one that is complained of, which names the recipient in a header of its own. */
export function readJunkReport({ from, subject }: { from: string; subject: string }, original: string): Complaint | undefined {
  if (!/@(?:hotmail|outlook|live|msn)\.com$/i.test(from) || !/^\s{0,9}complaint about message/i.test(subject)) return undefined;
  const lines = headerLines(original);
  const named = [...valuesOf(lines, 'x-hmxmroriginalrecipient'), ...valuesOf(lines, 'to')];
  return { feedback: 'abuse', names: named.flatMap((value) => addressIn(value) ?? []) };
}
