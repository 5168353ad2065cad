import type { GivenEvent } from './given-event.ts';
import type { RecipientReport, ReturnedMail } from './returned-mail.ts';
import { readSesNotification } from './ses.ts';

const FROM_SNS = /@sns\.amazonaws\.com>?$/i;
const MOST_LENGTH = 64 * 1024;
const TYPES = ['bounce', 'delivery', 'delivery_delayed'] as const;

const isOfRecipient = (type: GivenEvent['type']): type is RecipientReport['type'] => TYPES.some((known) => known === type);

function toReport({ type, recipients, data = {}, action }: GivenEvent): RecipientReport[] {
  if (!isOfRecipient(type)) return [];
  const cls = data.class === 'hard' || data.class === 'policy' ? data.class : 'soft';
  const diagnostic = typeof data.diagnostic === 'string' ? data.diagnostic : '';
  return recipients.map((name) => ({ type, names: [name.toLowerCase()], class: cls, code: null, diagnostic, final: action === 'failed' }));
}

/** Reads what SNS sends by mail of a notification of Amazon SES; undefined where it is none. */
export function readSesMail(from: string, body: string): ReturnedMail | undefined {
  if (!FROM_SNS.test(from)) return undefined;
  // The mail breaks its long line, with a space at the head of each further one.
  const [json = ''] = body
    .slice(0, MOST_LENGTH)
    .trimStart()
    .split(/\r?\n--\r?\n|\r?\n\r?\n/, 1);
  const events = readSesNotification(json.replaceAll(/\r?\n ?/g, ''));
  if (events.length === 0) return undefined;
  const complaints = events.filter(({ type }) => type === 'complaint').flatMap(({ recipients }) => recipients);
  if (complaints.length > 0) return { kind: 'complaint', feedback: 'abuse', names: complaints.map((name) => name.toLowerCase()) };
  return { kind: 'status', reports: events.flatMap(toReport) };
}
