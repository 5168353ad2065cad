import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { SecretBox } from '../core/crypto/secret-box.ts';
import { parseAddress } from '../core/email-address.ts';
import { question } from '../core/hooks.ts';
import type { SigningDomain } from '../domains/index.ts';
import { withLinkHost } from '../mail-links/link-start.ts';
import { type Message, type MessageBody, type Recipient, returnPathOf } from '../messages/index.ts';
import type { OutgoingMail } from '../provider/provider.ts';
import { unsubscribeHeaders } from '../unsubscribe/index.ts';
import type { MailAttachment, MailInput } from './mime/compose-mail.ts';
import type { Composer } from './mime/composer.ts';

/** The recipients of an attempt, and when it is made. */
interface AttemptTarget {
  readonly to: readonly Recipient[];
  readonly at: number;
}

/** A message with its body and its sending domain. */
export interface MessageParts {
  readonly message: Message;
  readonly body: MessageBody;
  readonly domain: SigningDomain;
}

async function loadAttachments(tenantId: string, body: MessageBody, blobs: Blobs): Promise<MailAttachment[]> {
  const loaded: MailAttachment[] = [];
  for (const { filename, contentType, contentId, storageKey, isSealed } of body.attachments) {
    const content = await blobs.read({ tenantId, key: storageKey });
    if (content === undefined) throw new Error(`the attachment ${storageKey} is gone`);
    loaded.push({ filename, contentType, contentId, content, isSealed });
  }
  return loaded;
}

const addressed = (recipients: readonly Recipient[], kind: Recipient['kind']) => recipients.filter((recipient) => recipient.kind === kind);

/** Returns the Message-ID (RFC 5322, section 3.6.4): the same at every attempt, so that the receiving system can tell a repeat. */
export const messageIdOf = (message: Message, domain: SigningDomain): string => `<${message.id}@${domain.name}>`;

/**
 * Returns the time in the Date header: that of the first attempt, so that mail which was scheduled, paced or held does not arrive as old
 * mail, and the same at every attempt but for mail that was moved or held since.
 */
const dateOf = ({ firstAttemptAt, scheduledAt }: Message, now: number): number => Math.max(firstAttemptAt ?? now, scheduledAt ?? 0);

/** An SMTP envelope. */
export interface Envelope extends Pick<OutgoingMail['envelope'], 'from' | 'to'> {
  /** Index, among the message's recipients, of the only one that it is for; null where it is for all. */
  readonly recipient: number | null;
}

/**
 * Returns the envelopes of an attempt. Where reports come back to us, there is one for each recipient, with a signed return path of its
 * own; otherwise one for all, from the sender (RFC 5321, section 4.4).
 */
export function envelopesOf(secrets: SecretBox, { message, domain }: Omit<MessageParts, 'body'>, { to, at }: AttemptTarget): Envelope[] {
  const { returnPathDomain } = domain;
  if (returnPathDomain === null) {
    const from = parseAddress(message.from)?.address ?? message.from;
    return [{ from, to: to.map(({ address }) => address), recipient: null }];
  }
  return to.map((recipient) => {
    const place = message.recipients.indexOf(recipient);
    return {
      from: `${returnPathOf(secrets, { messageId: message.id, place, at })}@${returnPathDomain}`,
      to: [recipient.address],
      recipient: place,
    };
  });
}

export interface ComposeTools {
  readonly app: Pick<AppContext, 'clock' | 'config' | 'secrets' | 'hooks'>;
  readonly blobs: Blobs;
  readonly composer: Composer;
}

/** Returns the custom headers of a mail. In marketing mail, List-Unsubscribe is ours: one-click has one address to post to (RFC 8058, section 3.1). */
function headersOf(app: ComposeTools['app'], { message, body, domain }: MessageParts): Readonly<Record<string, string>> {
  const [to] = addressed(message.recipients, 'to');
  if (message.stream !== 'marketing' || to === undefined) return body.headers;
  const given = Object.entries(body.headers).filter(([name]) => name.toLowerCase() !== 'list-unsubscribe');
  const grant = { tenantId: message.tenantId, messageId: message.id, email: to.email };
  return { ...Object.fromEntries(given), ...unsubscribeHeaders(app, grant, domain) };
}

/** A mail whose opens or clicks are tracked. */
export interface TrackedMail {
  readonly tenantId: string;
  readonly messageId: string;
  readonly opens: boolean;
  readonly clicks: boolean;
  /** Host of links in its mail; undefined for that of the service. */
  readonly linkHost: string | undefined;
  /** Awaited before each piece of work. */
  readonly yieldIfBusy: () => Promise<void>;
}

/** The HTML of a mail, with the links that track opens and clicks. There is no answer where no feature tracks them. */
export const trackedHtml = question<[html: string, mail: TrackedMail], string>('tracked html');

/** Returns a body with the links that it was written with, on the host of its sending domain. */
function onLinkHost<B extends string | null>(body: B, { linkHost }: SigningDomain, config: AppContext['config']): B | string {
  return body === null || linkHost === undefined ? body : withLinkHost(config, body, linkHost);
}

async function htmlOf(
  { message, body: { html }, domain: { linkHost } }: MessageParts,
  { app: { hooks }, composer: { yieldIfBusy } }: ComposeTools,
): Promise<string | null> {
  const { tenantId, id: messageId, trackOpens: opens, trackClicks: clicks } = message;
  if (html === null || !(opens || clicks)) return html;
  const [tracked = html] = await hooks.ask(trackedHtml, html, { tenantId, messageId, opens, clicks, linkHost, yieldIfBusy });
  return tracked;
}

/** Composes and signs the mail of a message. Returns its bytes as they are transmitted (RFC 5322). */
export async function composeMessage(parts: MessageParts, tools: ComposeTools): Promise<Buffer> {
  const { app, blobs, composer } = tools;
  const { message, body, domain } = parts;
  const { name, selector, privateKey } = domain;
  if (privateKey === undefined) throw new Error(`SECRET_KEY does not open the DKIM key of ${name}`);
  const input: MailInput = {
    from: message.from,
    to: addressed(message.recipients, 'to'),
    cc: addressed(message.recipients, 'cc'),
    replyTo: body.replyTo,
    subject: message.subject,
    date: dateOf(message, app.clock.now()),
    messageId: messageIdOf(message, domain),
    headers: headersOf(app, parts),
    html: onLinkHost(await htmlOf(parts, tools), domain, app.config),
    text: onLinkHost(body.text, domain, app.config),
    attachments: await loadAttachments(message.tenantId, body, blobs),
  };
  return composer.compose({ input, signing: { domain: name, selector, privateKey } }, message.tenantId);
}
