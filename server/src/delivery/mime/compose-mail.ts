import { hash } from 'node:crypto';
import { parseAddress } from '../../core/email-address.ts';
import { MailComposer, type MailComposerAttachment } from '../../provider/nodemailer.ts';
import { composeSimpleMail } from './compose-simple-mail.ts';
import { toHeader } from './to-header.ts';
import { toTransferable } from './to-transferable.ts';

/** An address with its display name. */
export interface Mailbox {
  readonly address: string;
  readonly name: string | null;
}

export interface MailAttachment {
  readonly filename: string;
  /** Media type, parameters allowed. */
  readonly contentType: string;
  /** Content id by which the HTML refers to it, as `cid:` (RFC 2392). */
  readonly contentId?: string | null | undefined;
  readonly content: Buffer;
  /** It is the whole content of the mail: headers `Content-…`, an empty line and the body, which are sent as they are. */
  readonly isSealed?: true | undefined;
}

/** Everything that a mail says. Bcc is part of the envelope alone. */
export interface MailInput {
  /** As shown, `Name <a@b.c>`, or parsed; as are all addresses. */
  readonly from: string | Mailbox;
  readonly to: readonly (string | Mailbox)[];
  readonly cc: readonly (string | Mailbox)[];
  readonly replyTo: readonly (string | Mailbox)[];
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly date: number;
  /** With its angle brackets (RFC 5322, section 3.6.4). */
  readonly messageId: string;
  /** Further headers, with names as in RFC 5322. */
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string | null;
  readonly text: string | null;
  readonly attachments: readonly MailAttachment[];
}

function toMailbox(given: string | Mailbox): { address: string; name: string } {
  const { address, name } = typeof given === 'string' ? (parseAddress(given) ?? { address: given, name: null }) : given;
  // Folding could turn a run of spaces into an empty line.
  return { address, name: name?.replaceAll(/ {2,}/g, ' ') ?? '' };
}

const withCrlf = (text: string | null) => text?.replaceAll(/\r\n?|\n/g, '\r\n') ?? '';

const OWN_HEADERS = /^(?:from|sender|to|cc|bcc|reply-to|subject|date|message-id|mime-version|dkim-signature|content-.*)$/i;

function toHeaders({ subject, headers }: MailInput) {
  const own = Object.keys(headers).find((name) => OWN_HEADERS.test(name));
  if (own !== undefined) throw new Error(`${own} is not a header for the sender to set`);
  const further = Object.entries(headers).map(([name, value]) => toHeader(name, value.trim()));
  // nodemailer makes `References: <>` of one without a value.
  const named = subject === '' ? [] : [toHeader('Subject', subject)];
  return [...named, ...further.filter(({ value }) => value !== '')];
}

function toPart({ filename, contentType, contentId, content }: MailAttachment, { html }: MailInput): MailComposerAttachment {
  const related = html !== null && typeof contentId === 'string';
  return {
    filename,
    contentDisposition: related && /^image\//i.test(contentType) ? 'inline' : 'attachment',
    ...(related ? { cid: contentId } : {}),
    ...toTransferable(contentType, content),
  };
}

/** Returns the mail in nodemailer's form. Throws for a custom header that the service sets itself. */
export function toOptions(input: MailInput) {
  const { from, to, cc, replyTo, date, messageId, html, text, attachments } = input;
  return {
    from: toMailbox(from),
    to: to.map(toMailbox),
    cc: cc.map(toMailbox),
    replyTo: replyTo.map(toMailbox),
    date: new Date(date),
    messageId,
    headers: toHeaders(input),
    html: withCrlf(html),
    text: withCrlf(text),
    attachments: attachments.map((attachment) => toPart(attachment, input)),
    // `=_` occurs in no quoted-printable text (RFC 2045, section 6.7).
    boundaryPrefix: '=_',
    baseBoundary: hash('sha256', messageId).slice(0, 32),
  };
}

/** Composes a mail of any kind by nodemailer's composer. */
export const composeByNodemailer = (options: ReturnType<typeof toOptions>): Promise<Buffer> =>
  new MailComposer({ ...options, disableFileAccess: true, disableUrlAccess: true }).compile().build();

async function compose(input: MailInput): Promise<Buffer> {
  const options = toOptions(input);
  return composeSimpleMail(options) ?? composeByNodemailer(options);
}

/** Returns a signed or encrypted content under the headers of an empty mail. */
function enclose(mail: Buffer, { content }: MailAttachment): Buffer {
  const head = mail.toString('latin1', 0, mail.indexOf('\r\n\r\n'));
  const fields = head.split(/\r\n(?![ \t])/).filter((field) => !/^content-/i.test(field));
  return Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n`, 'latin1'), content]);
}

/**
 * Composes a mail, without a signature: 7 bit, CRLF, lines of at most 998 bytes, the same bytes for the same input. Nothing is read from
 * disk or network, whatever the input says. Rejects for a custom header that the service sets itself.
 */
export async function composeMail(input: MailInput): Promise<Buffer> {
  const sealed = input.attachments.find(({ isSealed }) => isSealed);
  return sealed === undefined ? compose(input) : enclose(await compose({ ...input, text: null, html: null, attachments: [] }), sealed);
}
