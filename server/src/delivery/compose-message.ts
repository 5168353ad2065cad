import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { parseAddress } from '../core/email-address.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { SigningDomain } from '../domains/index.ts';
import { type Message, type MessageBody, type Recipient, returnPathOf } from '../messages/index.ts';
import { trackOpensAndClicks, unsubscribeHeaders } from '../tracking/index.ts';
import { signMail } from './dkim.ts';
import { composeMail, type MailAttachment, type MailInput } from './mime.ts';

/** A message with all that it is made of. */
export interface MessageParts {
  readonly message: Message;
  readonly body: MessageBody;
  readonly domain: SigningDomain;
}

async function loadAttachments(tenantId: string, body: MessageBody, blobs: Blobs): Promise<MailAttachment[]> {
  const loaded: MailAttachment[] = [];
  for (const { filename, contentType, contentId, storageKey } of body.attachments) {
    const content = await blobs.read({ tenantId, key: storageKey });
    if (content === undefined) throw new Error(`the attachment ${storageKey} is gone`);
    loaded.push({ filename, contentType, contentId, content });
  }
  return loaded;
}

const addressed = (recipients: readonly Recipient[], kind: Recipient['kind']) => recipients.filter((recipient) => recipient.kind === kind);

/** The Message-ID (RFC 5322, section 3.6.4): the same at every attempt, so that a reader's system can tell a repeat. */
export const messageIdOf = (message: Message, domain: SigningDomain): string => `<${message.id}@${domain.name}>`;

/** MAIL FROM (RFC 5321, section 4.4): a signed return path where reports to it come back to us, else the sender himself. */
export function envelopeSender(secrets: SecretBox, message: Message, { returnPathDomain }: SigningDomain): string {
  if (returnPathDomain !== null) return `${returnPathOf(secrets, message.id)}@${returnPathDomain}`;
  return parseAddress(message.from)?.address ?? message.from;
}

export interface ComposeTools {
  readonly app: Pick<AppContext, 'config' | 'secrets'>;
  readonly blobs: Blobs;
}

/** What marketing mail says of unsubscribing is ours to say: with one-click there is one address to post to (RFC 8058, section 3.1). */
function headersOf(app: ComposeTools['app'], { message, body, domain }: MessageParts): Readonly<Record<string, string>> {
  const [to] = addressed(message.recipients, 'to');
  if (message.stream !== 'marketing' || to === undefined) return body.headers;
  const given = Object.entries(body.headers).filter(([name]) => name.toLowerCase() !== 'list-unsubscribe');
  const grant = { tenantId: message.tenantId, messageId: message.id, email: to.email };
  return { ...Object.fromEntries(given), ...unsubscribeHeaders(app, grant, domain.returnPathDomain) };
}

const trackedOf = ({ tenantId, id: messageId, trackOpens: opens, trackClicks: clicks }: Message) => ({
  tenantId,
  messageId,
  opens,
  clicks,
});

/** Builds and signs the mail as it goes over the wire. */
export async function composeMessage(parts: MessageParts, { app, blobs }: ComposeTools): Promise<Buffer> {
  const { message, body, domain } = parts;
  const { name, selector, privateKey } = domain;
  if (privateKey === undefined) throw new Error(`SECRET_KEY does not open the DKIM key of ${name}`);
  const input: MailInput = {
    from: message.from,
    to: addressed(message.recipients, 'to'),
    cc: addressed(message.recipients, 'cc'),
    replyTo: body.replyTo,
    subject: message.subject,
    date: message.createdAt,
    messageId: messageIdOf(message, domain),
    headers: headersOf(app, parts),
    html: body.html === null ? null : trackOpensAndClicks(app, body.html, trackedOf(message)),
    text: body.text,
    attachments: await loadAttachments(message.tenantId, body, blobs),
  };
  const raw = await composeMail(input);
  return signMail(raw, { domain: name, selector, privateKey });
}
