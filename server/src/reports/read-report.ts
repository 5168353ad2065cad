import type { Attachment, Email } from 'postal-mime';
import { toStorable } from '../core/text/storable.ts';
import { contentOf } from '../mime/attachments.ts';
import { guessText } from '../mime/guess-text.ts';
import { readEmail } from '../mime/read-email.ts';
import { classifyRefusal, enhancedCodeIn, isAboutFullMailbox, replyCodeIn } from '../refusals/classify-refusal.ts';
import type { BounceClass, Phase } from '../refusals/refusal-words.ts';
import { addressIn, readDeliveryStatus, type StatusFields } from './delivery-status.ts';
import { isAutoReply, isDelayNotice, isReportInWords, type Letter } from './is-report.ts';
import { type Complaint, readFeedbackReport, readJunkReport } from './read-complaint.ts';
import type { RecipientReport, ReturnedMail } from './returned-mail.ts';
import { addressesIn, ownLines, phaseIn, quotedReply, sectionsOf } from './returned-text.ts';
import { readSesMail } from './ses-mail.ts';

const MOST_DIAGNOSTIC = 1000;
/** Nobody who reports says more. */
const MOST_WORDS = 64 * 1024;
const MOST_PART = 256 * 1024;
const MOST_GROUPS = 100;
const MOST_WITHIN = 3;

const squash = (text: string) =>
  toStorable(
    text
      .slice(0, 4 * MOST_DIAGNOSTIC)
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, MOST_DIAGNOSTIC),
  );

/** As much of a part as a report has, its lines ended by LF. */
const textOf = (attachment: Attachment): string => guessText(contentOf(attachment).subarray(0, MOST_PART)).replaceAll('\r\n', '\n');

const partsOf = ({ attachments }: Email, type: string) => attachments.filter(({ mimeType }) => mimeType === type).map(textOf);
const headerOf = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value;

/** RFC 3464, section 2.3.3, and `expired`, with which SendGrid gives up. */
const ACTIONS: Readonly<Record<string, RecipientReport['type'] | undefined>> = {
  failed: 'bounce',
  failure: 'bounce',
  expired: 'bounce',
  delayed: 'delivery_delayed',
  delivered: 'delivery',
};

/** A program that the mail is piped to, rather than the mail system, uses its own diagnostic type. */
const isProgram = (diagnostic: string) => /^\s{0,9}x-unix\s{0,9};/i.test(diagnostic);

/** A report in prose: about each address, and as a whole. */
interface Words {
  readonly all: string;
  readonly sections: ReadonlyMap<string, string>;
  readonly isOfOne: boolean;
}

const wordsAbout = ({ all, sections, isOfOne }: Words, names: readonly string[]): string =>
  names.flatMap((name) => sections.get(name) ?? [])[0] ?? (isOfOne ? all : '');

/** OpenSMTPD reports mail that it has given up as delayed; only its prose says that it has expired. */
const isGivenUp = (section: string) => /:\s{0,9}envelope expired\b/i.test(section);
/** Phrases below the reasons in mail about deliveries that are still being tried. */
const CLOSING = /please note that this is only a temporary failure report/i;

const hasDetail = (status: string) => !/^\s{0,9}(?:\d\.\d\.0\b|$)/.test(status);

function readGroup(fields: StatusFields, words: Words): RecipientReport[] {
  const told = ACTIONS[(fields.get('action') ?? 'failed').toLowerCase().split(/[^a-z]/, 1)[0] ?? ''];
  if (told === undefined) return [];
  const names = ['original-recipient', 'final-recipient'].flatMap((name) => addressIn(fields.get(name)) ?? []);
  const section = wordsAbout(words, names);
  // OpenSMTPD and Exim give no reply in their report, but in words below the address.
  const isBeside = names.some((name) => words.sections.has(name));
  const type = told === 'delivery_delayed' && isBeside && isGivenUp(section) ? 'bounce' : told;
  const own = fields.get('diagnostic-code') ?? '';
  const status = fields.get('status') ?? '';
  const inWords = isBeside || !hasDetail(status) ? quotedReply(section.split(CLOSING, 1)[0] ?? '') : '';
  const text = own === '' ? inWords : own.replace(/^\s{0,9}[a-z-]{1,30}\s{0,9};\s{0,9}/i, '');
  const diagnostic = squash(own === '' && !isBeside ? status : text);
  return [
    {
      type,
      names,
      class: classOf(fields, { text: squash(text), section }),
      code: replyCodeIn(diagnostic),
      diagnostic,
      final: type === 'bounce' && fields.has('action'),
    },
  ];
}

function classOf(fields: StatusFields, { text, section }: { text: string; section: string }): BounceClass {
  if (isProgram(fields.get('diagnostic-code') ?? '')) return 'soft';
  const quoted = enhancedCodeIn(text);
  const status = enhancedCodeIn(fields.get('status') ?? '');
  const enhanced = quoted === null || quoted.endsWith('.0.0') ? (status ?? quoted) : quoted;
  const found = classifyRefusal({ code: replyCodeIn(text), enhanced, phase: phaseIn(section), text });
  // The reporter's own words may know better than the reply that he quotes, and then mail need not be held back for ever.
  return found === 'hard' && isAboutFullMailbox(section) ? 'soft' : found;
}

/** Returns the phase given for an address, or else the one given for all. */
function phaseOf(section: string, all: string): Phase {
  const own = phaseIn(section);
  return own === 'unknown' ? phaseIn(all) : own;
}

/** Returns what a report in prose says about one recipient, or about all. */
function readWords(names: readonly string[], section: string, all = section): RecipientReport {
  const text = quotedReply(section);
  const code = replyCodeIn(text);
  const delayed = isDelayNotice(section);
  const cls = classifyRefusal({ code, enhanced: enhancedCodeIn(text), phase: phaseOf(section, all), text });
  return { type: delayed ? 'delivery_delayed' : 'bounce', names, class: cls, code, diagnostic: squash(section), final: false };
}

/** A report in words alone, of everybody whom it names. */
function readWordsOfAll(lines: readonly string[], { all, sections }: Words): RecipientReport[] {
  const [only] = sections.keys();
  if (sections.size === 1 && only !== undefined) {
    const section = sections.get(only) ?? '';
    // The reason may stand above the address.
    return [readWords([only], addressesIn([section]).length > 0 && section.length <= only.length + 2 ? all : section, all)];
  }
  if (sections.size > 0) {
    const delayed = isDelayNotice(all);
    return [...sections].map(([name, section]) => ({ ...readWords([name], section), ...(delayed ? { type: 'delivery_delayed' } : {}) }));
  }
  const names = addressesIn(lines);
  return names.length === 0 ? [readWords([], all)] : names.map((name) => readWords([name], all));
}

/** Returns the text of a mail, or else whatever it has. */
function textOfMail({ text }: Email, raw: Buffer): string {
  if (text !== undefined) return text.slice(0, MOST_WORDS);
  const ends = ['\n\n', '\n\r\n'].map((end) => raw.indexOf(end)).filter((at) => at >= 0);
  const start = ends.length === 0 ? 0 : Math.min(...ends);
  return guessText(raw.subarray(start, start + MOST_WORDS)).trimStart();
}

const parse = (raw: Buffer) => readEmail(raw).catch(() => undefined);

/** Groups of a report, or of one that somebody has wrapped into a mail of his own. */
async function findStatuses(email: Email): Promise<StatusFields[]> {
  const own = partsOf(email, 'message/delivery-status').flatMap(readDeliveryStatus);
  if (own.length > 0) return own;
  const within = await Promise.all(
    partsOf(email, 'message/rfc822')
      .slice(0, MOST_WITHIN)
      .map((mail) => parse(Buffer.from(mail))),
  );
  return within.flatMap((mail) => (mail === undefined ? [] : partsOf(mail, 'message/delivery-status').flatMap(readDeliveryStatus)));
}

function findComplaint(email: Email): Complaint | undefined {
  const [original = ''] = [...partsOf(email, 'message/rfc822'), ...partsOf(email, 'text/rfc822-headers')];
  const [report] = partsOf(email, 'message/feedback-report');
  if (report !== undefined) return readFeedbackReport(report, original);
  return readJunkReport({ from: email.from?.address ?? '', subject: email.subject ?? '' }, original);
}

/** Tells reports of delivery (RFC 3464, and those in words), complaints (RFC 5965) and automatic replies (RFC 3834) apart. Throws where the mail is not read. */
export async function readReport(raw: Buffer, envelopeFrom: string): Promise<ReturnedMail> {
  const email = await readEmail(raw);
  const complaint = findComplaint(email);
  if (complaint !== undefined) return complaint.feedback === 'not-spam' ? { kind: 'other' } : { kind: 'complaint', ...complaint };
  const body = textOfMail(email, raw);
  const notified = readSesMail(headerOf(email, 'from') ?? '', body);
  if (notified !== undefined) return notified;
  const statuses = await findStatuses(email);
  const lines = ownLines(body);
  const words: Words = { all: lines.join(' '), sections: sectionsOf(lines), isOfOne: statuses.length < 2 };
  if (statuses.length > 0) return { kind: 'status', reports: statuses.slice(0, MOST_GROUPS).flatMap((fields) => readGroup(fields, words)) };
  const letter: Letter = { header: (name) => headerOf(email, name), subject: email.subject ?? '', envelopeFrom, words: words.all };
  if (isAutoReply(letter)) return { kind: 'auto_reply' };
  if (isReportInWords(letter)) return { kind: 'status', reports: readWordsOfAll(lines, words) };
  return { kind: envelopeFrom === '' ? 'auto_reply' : 'other' };
}
