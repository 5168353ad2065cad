import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { toStorable } from '../core/storable.ts';
import { trimEnd } from '../core/trim-end.ts';
import { type BounceClass, classifyRefusal } from '../messages/index.ts';
import { addressIn, readDeliveryStatus, type StatusFields } from './delivery-status.ts';
import { occasionIn, ownWords, replyCodeIn } from './returned-text.ts';

/** What is said of one recipient. */
export interface RecipientReport {
  readonly type: 'bounce' | 'delivery' | 'delivery_delayed';
  /** Names that the report has for the recipient, the original one first, in lower case; empty where it has none. */
  readonly names: readonly string[];
  readonly class: BounceClass;
  readonly code: number | null;
  readonly diagnostic: string;
  /** Of a bounce: `Action: failed`, by which a server says that it tries no more. */
  readonly final: boolean;
}

/** A mail that came to a return path. */
export type ReturnedMail =
  | { readonly kind: 'status'; readonly reports: readonly RecipientReport[] }
  /** Names of who complained, as far as the report tells. */
  | { readonly kind: 'complaint'; readonly names: readonly string[] }
  | { readonly kind: 'auto_reply' | 'other' };

const MOST_DIAGNOSTIC = 1000;
const MOST_NAMES = 100;
const MOST_LINES = 1000;
/** Nobody who reports says more. */
const MOST_WORDS = 64 * 1024;
const MOST_GROUPS = 100;
/** A part that no parser would take for anything but text. */
const decoder = new TextDecoder();

const DAEMON = /mailer-?daemon|post[_ ]?master|mail(?:er)? deliver(?:y)? (?:sub)?system|delivery[._ ]system/i;
const FAILURE_SUBJECT =
  /undeliver|deliver(?:y|ed)? (?:failure|failed|status|report|notification|problem)|failure notice|returned mail|mail (?:system )?error|(?:error|failed|failure)[^a-z]*(?:sending|deliver)|could not be delivered/i;
const FAILURE_WORDS =
  /could ?n[o']t be delivered|(?:unable|not able|failed) to (?:deliver|send)|undeliverable|was rejected by|delivery (?:has )?failed|permanent (?:fatal )?error|no such user|user unknown/i;
/** `message to a@b failed`, on one line. */
const SPEAKS_OF_MESSAGE = { begin: /message /i, end: /failed|blocked/i };
const SPEAKS_OF_DELIVERY = { begin: /delivery to /i, end: / failed/i };
const AUTO_REPLY_SUBJECT = /^(?:auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office)\b/i;
const COMPLAINTS = ['abuse', 'fraud', 'virus', 'opt-out', 'other', 'miscategorized'];

/** Whether a line has one form and another one after it. */
const saysInOneLine = (text: string, { begin, end }: { readonly begin: RegExp; readonly end: RegExp }) =>
  text.split('\n').some((line) => {
    const found = begin.exec(line);
    return found !== null && end.test(line.slice(found.index + found[0].length - 1));
  });

const isFailureSubject = (subject = '') => FAILURE_SUBJECT.test(subject) || saysInOneLine(subject, SPEAKS_OF_MESSAGE);
const isFailureText = (words: string) => FAILURE_WORDS.test(words) || saysInOneLine(words, SPEAKS_OF_DELIVERY);

/** Addresses in a text, in lower case. */
function addressesIn(words: string): string[] {
  return words.split(/[\s<>()[\]:;,"']+/).flatMap((word) => {
    const at = word.lastIndexOf('@');
    const [domain] = at < 1 ? [] : (/^[\w.-]+/.exec(word.slice(at + 1)) ?? []);
    const name = trimEnd(domain ?? '', '.-');
    return name.length < 2 ? [] : [`${word.slice(0, at)}@${name}`.toLowerCase()];
  });
}

const squash = (text: string) => toStorable(text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_DIAGNOSTIC));

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : decoder.decode(content);
}

const partsOf = ({ attachments }: Email, type: string) => attachments.filter(({ mimeType }) => mimeType === type).map(textOf);
const headerOf = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value ?? '';

const ACTIONS: Readonly<Record<string, RecipientReport['type'] | undefined>> = {
  failed: 'bounce',
  delayed: 'delivery_delayed',
  delivered: 'delivery',
};

/** A program that is given the mail, and not the mail system, speaks in a type of its own. */
const isProgram = (diagnostic: string) => /^\s*x-unix\s*;/i.test(diagnostic);

function classOf(fields: StatusFields, diagnostic: string, words: string): BounceClass {
  if (isProgram(fields.get('diagnostic-code') ?? '')) return 'soft';
  const status = fields.get('status') ?? null;
  const said = classifyRefusal({ code: replyCodeIn(diagnostic), reply: diagnostic, status, occasion: occasionIn(words, 'report') });
  // The reporter's own words may know better than the reply that he quotes, and then mail need not be held back for ever.
  return said === 'hard' && classifyRefusal({ code: null, reply: words, status: '5.1.1', occasion: 'text' }) === 'soft' ? 'soft' : said;
}

function reportOf(fields: StatusFields, words: string): RecipientReport[] {
  const type = ACTIONS[(fields.get('action') ?? 'failed').toLowerCase().split(/[^a-z]/, 1)[0] ?? ''];
  if (type === undefined) return [];
  const diagnostic = squash((fields.get('diagnostic-code') ?? fields.get('status') ?? '').replace(/^\s*[a-z-]+\s*;\s*/i, ''));
  const names = ['original-recipient', 'final-recipient'].flatMap((name) => addressIn(fields.get(name)) ?? []);
  const final = type === 'bounce' && fields.has('action');
  return [{ type, names, class: classOf(fields, diagnostic, words), code: replyCodeIn(diagnostic), diagnostic, final }];
}

/** A report in words alone: a bounce of everybody whom it names. */
function reportsInWords(words: string): RecipientReport[] {
  const code = replyCodeIn(words);
  const reply = squash(words);
  const names = [...new Set(addressesIn(words))].slice(0, MOST_NAMES);
  const said = {
    type: 'bounce',
    class: classifyRefusal({ code, reply, occasion: occasionIn(words, 'text') }),
    code,
    diagnostic: reply,
    final: false,
  } as const;
  return names.length === 0 ? [{ ...said, names }] : names.map((name) => ({ ...said, names: [name] }));
}

function readComplaint(email: Email, [part]: readonly string[]): ReturnedMail {
  const lines = (part ?? '').split('\n', MOST_LINES);
  const valuesOf = (name: string) =>
    lines.filter((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`).map((line) => line.slice(name.length + 1).trim());
  const [type = ''] = valuesOf('feedback-type');
  if (!COMPLAINTS.includes(type.toLowerCase())) return { kind: 'other' };
  const [original = ''] = partsOf(email, 'message/rfc822');
  const named = [...valuesOf('original-rcpt-to'), ...valuesOf('removal-recipient'), /^to:(.*)$/im.exec(original)?.[1]];
  return { kind: 'complaint', names: named.flatMap((value) => addressIn(value) ?? []) };
}

function isAutoReply(email: Email): boolean {
  const submitted = headerOf(email, 'auto-submitted').toLowerCase();
  if (submitted.startsWith('auto-replied') || headerOf(email, 'precedence').toLowerCase() === 'auto_reply') return true;
  return ['x-autoreply', 'x-autorespond', 'x-auto-response-suppress'].some((name) => headerOf(email, name) !== '')
    ? !isFailureSubject(email.subject)
    : AUTO_REPLY_SUBJECT.test(email.subject ?? '');
}

/** What a mail says, else whatever it has. */
function textOfMail({ text }: Email, raw: Buffer): string {
  if (text !== undefined) return text.slice(0, MOST_WORDS);
  const ends = ['\n\n', '\n\r\n'].map((end) => raw.indexOf(end)).filter((at) => at >= 0);
  const start = ends.length === 0 ? 0 : Math.min(...ends);
  return raw
    .subarray(start, start + MOST_WORDS)
    .toString('utf8')
    .trimStart();
}

const parse = (raw: Buffer | string) => PostalMime.parse(raw, { forceRfc822Attachments: true }).catch(() => undefined);

/** Groups of a report, or of one that somebody has wrapped into a mail of his own. */
async function findStatuses(email: Email): Promise<StatusFields[]> {
  const own = partsOf(email, 'message/delivery-status').flatMap(readDeliveryStatus);
  if (own.length > 0) return own;
  const within = await Promise.all(partsOf(email, 'message/rfc822').map(parse));
  return within.flatMap((mail) => (mail === undefined ? [] : partsOf(mail, 'message/delivery-status').flatMap(readDeliveryStatus)));
}

/** Tells reports of delivery (RFC 3464, and those in words), complaints (RFC 5965) and automatic replies (RFC 3834) apart. */
export async function readReport(raw: Buffer, envelopeFrom: string): Promise<ReturnedMail> {
  const email = await parse(raw);
  if (email === undefined) return { kind: 'other' };
  const feedback = partsOf(email, 'message/feedback-report');
  if (feedback.length > 0) return readComplaint(email, feedback);
  const words = ownWords(textOfMail(email, raw));
  const statuses = await findStatuses(email);
  if (statuses.length > 0) return { kind: 'status', reports: statuses.slice(0, MOST_GROUPS).flatMap((fields) => reportOf(fields, words)) };
  const fromDaemon = DAEMON.test(headerOf(email, 'from')) || DAEMON.test(envelopeFrom);
  const saysFailure = isFailureSubject(email.subject) || isFailureText(words) || replyCodeIn(words) !== null;
  if (isAutoReply(email) && !(fromDaemon && saysFailure)) return { kind: 'auto_reply' };
  if (!saysFailure && !fromDaemon && envelopeFrom !== '') return { kind: 'other' };
  return { kind: 'status', reports: reportsInWords(words) };
}
