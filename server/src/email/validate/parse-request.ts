import { findSecondsFault, limits, type SendRequest, TAG_KEY } from '@posthorn/contract';
import { type EmailAddress, formatAddress, NOT_AN_ADDRESS, parseAddress } from '../../core/email-address.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { SmtpSubmission } from '../../core/request/context.ts';
import { isLongerThan } from '../../core/text/characters.ts';
import { EMPTY_BODY, EMPTY_SUBJECT, isBlank } from '../../core/text/is-blank.ts';
import { htmlBeside } from '../../messages/index.ts';
import { findForbiddenHeader } from './custom-headers.ts';
import { type DraftAttachment, type NamedFiles, readAttachments } from './read-attachments.ts';
import { invalid, type SendFault } from './send-fault.ts';

/** A recipient, with the field that named it. */
export interface Addressee extends EmailAddress {
  readonly kind: 'to' | 'cc' | 'bcc';
}

/** A send request whose fields are all valid. */
export interface Draft {
  readonly from: EmailAddress;
  /** Each address once, where it was named first. */
  readonly addressees: readonly Addressee[];
  /** Formatted addresses, `Name <a@b.c>`. */
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly html: string | null;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly attachments: readonly DraftAttachment[];
  /** Whether the only attachment is the whole content of the mail, signed or encrypted. */
  readonly isSealed: boolean;
  readonly stream: 'transactional' | 'marketing';
  readonly trackOpens: boolean | undefined;
  readonly trackClicks: boolean | undefined;
  readonly testMode: boolean;
  /** Null: at once. */
  readonly scheduledAt: number | null;
}

const SHOWN = { hidesTo: false };

const KINDS = ['to', 'cc', 'bcc'] as const;

/** The addresses of one list, each once. */
function parseList(kind: Addressee['kind'], texts: readonly string[]): Map<string, EmailAddress> | SendFault {
  const parsed = new Map<string, EmailAddress>();
  for (const [index, text] of texts.entries()) {
    const address = parseAddress(text);
    if (address === undefined) return invalid(`${kind}[${index}]`, NOT_AN_ADDRESS);
    if (!parsed.has(address.email)) parsed.set(address.email, address);
  }
  return parsed;
}

const tooMany = (kind: Addressee['kind']) =>
  invalid(kind, `At most ${limits.recipients} recipients over to, cc and bcc.`, limits.recipients);

function parseAddressees(request: SendRequest, { hidesTo } = SHOWN): Addressee[] | SendFault {
  const kinds = { to: hidesTo ? 'bcc' : 'to', cc: 'cc', bcc: 'bcc' } as const;
  const known = new Map<string, Addressee>();
  for (const kind of KINDS) {
    const parsed = parseList(kind, request[kind] ?? []);
    if (parsed instanceof ApiError) return parsed;
    if (parsed.size > limits.recipients) return tooMany(kind);
    for (const [email, address] of parsed) if (!known.has(email)) known.set(email, { ...address, kind: kinds[kind] });
  }
  return known.size > limits.recipients ? tooMany('to') : [...known.values()];
}

function parseReplyTo(given: SendRequest['reply_to']): string[] | SendFault {
  const shown: string[] = [];
  const texts = given === undefined ? [] : Array.isArray(given) ? given : [given];
  for (const [index, text] of texts.entries()) {
    const parsed = parseAddress(text);
    if (parsed === undefined) return invalid(Array.isArray(given) ? `reply_to[${index}]` : 'reply_to', NOT_AN_ADDRESS);
    shown.push(formatAddress(parsed));
  }
  return shown;
}

function findTagFault(tags: Readonly<Record<string, string>>): SendFault | undefined {
  const entries = Object.entries(tags);
  if (entries.length > limits.tags) return invalid('tags', `At most ${limits.tags} tags.`, limits.tags);
  for (const [key, value] of entries) {
    if (!TAG_KEY.form.test(key)) return invalid('tags', TAG_KEY.fault);
    if (isLongerThan(value, limits.tagLength)) return invalid(`tags.${key}`, `At most ${limits.tagLength} characters.`, limits.tagLength);
  }
  return undefined;
}

interface EmailContext {
  readonly addressees: readonly Addressee[];
  /** Whether it came over SMTP. */
  readonly isSubmission: boolean;
}

/** Refuses an email without a subject, or with one of which nothing is to be seen. Mail from SMTP submission may have none, as scanners send it. */
function findSubjectFault({ subject }: SendRequest, { isSubmission }: EmailContext): SendFault | undefined {
  if (subject === undefined) return isSubmission ? undefined : invalid('subject', 'Required unless the template has one.');
  return isBlank(subject) ? invalid('subject', EMPTY_SUBJECT) : undefined;
}

/**
 * Refuses an email without a body, or with an empty one and no attachments. Mail from SMTP submission may be empty, as programs such as
 * cron send it.
 */
function findBodyFault(
  { html_body: html, text_body: text, attachments = [] }: SendRequest,
  { isSubmission }: EmailContext,
): SendFault | undefined {
  const isAbsent = html === undefined && text === undefined;
  if (isAbsent) return invalid('html_body', 'One of html_body and text_body is required.');
  if (isSubmission || !isBlank(html) || !isBlank(text) || attachments.length > 0) return undefined;
  return invalid(html === undefined ? 'text_body' : 'html_body', EMPTY_BODY);
}

function findContentFault(request: SendRequest, context: EmailContext): SendFault | undefined {
  const emptiness = findSubjectFault(request, context) ?? findBodyFault(request, context);
  if (emptiness !== undefined) return emptiness;
  if (request.stream === 'marketing' && context.addressees.length !== 1)
    return invalid('to', 'Marketing mail goes to exactly one recipient.', 1);
  return findForbiddenHeader(request.headers ?? {}, request.stream ?? 'transactional') ?? findTagFault(request.tags ?? {});
}

/** Returns the fault of a time that is in seconds, or more than 100 years ahead; undefined for one that can be used. */
export function findScheduleFault(at: number | undefined, now: number): SendFault | undefined {
  if (at === undefined) return undefined;
  const seconds = findSecondsFault(at);
  if (seconds !== undefined) return invalid('scheduled_at', seconds);
  return at > now + limits.scheduleAheadMs ? invalid('scheduled_at', 'At most 100 years ahead, in milliseconds.') : undefined;
}

async function readContent(request: SendRequest, textOf: ParseOptions['textOf']) {
  const { subject = '', html_body: html = null, text_body: text = null, headers = {}, tags = {} } = request;
  return { subject, html: htmlBeside(text, html), text: text ?? (await textOf(html ?? '')), headers, tags };
}

function readOptions(request: SendRequest) {
  return {
    stream: request.stream ?? 'transactional',
    trackOpens: request.track_opens,
    trackClicks: request.track_clicks,
    testMode: request.test_mode ?? false,
    scheduledAt: request.scheduled_at ?? null,
  };
}

export interface ParseOptions {
  readonly now: number;
  readonly files: NamedFiles;
  readonly submission: SmtpSubmission | undefined;
  /** Makes the text part where there is only HTML. */
  textOf(html: string): Promise<string>;
}

/** Checks what the schema cannot: addresses, headers, tags, attachments, and that they fit together. Returns the draft, or the first fault. */
export async function parseRequest(request: SendRequest, { now, files, textOf, submission }: ParseOptions): Promise<Draft | SendFault> {
  const from = parseAddress(request.from);
  if (from === undefined) return invalid('from', NOT_AN_ADDRESS);
  const addressees = parseAddressees(request, submission);
  if (addressees instanceof ApiError) return addressees;
  const replyTo = parseReplyTo(request.reply_to);
  if (replyTo instanceof ApiError) return replyTo;
  const fault =
    findScheduleFault(request.scheduled_at, now) ?? findContentFault(request, { addressees, isSubmission: submission !== undefined });
  if (fault !== undefined) return fault;
  const attachments = await readAttachments(request.attachments ?? [], files);
  if (attachments instanceof ApiError) return attachments;
  const isSealed = submission?.isSealed ?? false;
  return { from, addressees, replyTo, attachments, isSealed, ...(await readContent(request, textOf)), ...readOptions(request) };
}
