import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { question } from '../core/hooks.ts';
import type { SigningDomain } from '../domains/index.ts';
import { withLinkHost } from '../mail-links/link-start.ts';
import type { Message, MessageBody, Recipient } from '../messages/index.ts';
import { unsubscribeHeaders } from '../unsubscribe/index.ts';
import type { MailAttachment, MailInput } from './mime/compose-mail.ts';
import type { Composer } from './mime/composer.ts';

/** A message with its body and its sending domain. */
export interface ReadyMessage {
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

export interface ComposeParts {
  readonly app: Pick<AppContext, 'clock' | 'config' | 'secrets' | 'hooks'>;
  readonly blobs: Blobs;
  readonly composer: Composer;
}

/** Returns the custom headers of a mail. In marketing mail, List-Unsubscribe is ours: one-click has one address to post to (RFC 8058, section 3.1). */
function headersOf(app: ComposeParts['app'], { message, body, domain }: ReadyMessage): Readonly<Record<string, string>> {
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
  { app: { hooks }, composer: { yieldIfBusy } }: ComposeParts,
  { message, body: { html }, domain: { linkHost } }: ReadyMessage,
): Promise<string | null> {
  const { tenantId, id: messageId, trackOpens: opens, trackClicks: clicks } = message;
  if (html === null || !(opens || clicks)) return html;
  const [tracked = html] = await hooks.ask(trackedHtml, html, { tenantId, messageId, opens, clicks, linkHost, yieldIfBusy });
  return tracked;
}

/** Composes and signs the mail of a message. Returns its bytes as they are transmitted (RFC 5322). */
export async function composeMessage(parts: ComposeParts, ready: ReadyMessage): Promise<Buffer> {
  const { app, blobs, composer } = parts;
  const { message, body, domain } = ready;
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
    headers: headersOf(app, ready),
    html: onLinkHost(await htmlOf(parts, ready), domain, app.config),
    text: onLinkHost(body.text, domain, app.config),
    attachments: await loadAttachments(message.tenantId, body, blobs),
  };
  return composer.compose({ input, signing: { domain: name, selector, privateKey } }, message.tenantId);
}
