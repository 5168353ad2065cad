import type { AppContext } from '../app-context.ts';
import { question } from '../core/hooks.ts';
import { isUnread, type MessageBody } from '../messages/index.ts';
import { unsubscribeUrl } from '../tracking/index.ts';
import type { Delivery } from './claim-emails.ts';

/** A recipient of a message, for whom links are signed. */
export interface MailAddressee {
  readonly tenantId: string;
  readonly messageId: string;
  readonly email: string;
}

/** A message of a broadcast, whose shared body is to be personalised. */
export interface SharedMail extends MailAddressee {
  readonly contactId: string | null;
  readonly subject: string;
  readonly body: MessageBody;
  readonly unsubscribeUrl: string;
}

/** The result of personalising one message. */
export type Personalised =
  | { readonly kind: 'ready'; readonly subject: string; readonly html: string | null; readonly text: string | null }
  /** The contact was deleted. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly reason: string };

/** What these messages say to their recipients: each feature answers for those it knows, by message id. */
export const personalContents = question<[mails: readonly SharedMail[]], ReadonlyMap<string, Personalised>>('personal contents');

export interface PersonaliseParts {
  readonly app: AppContext;
}

function toShared(app: AppContext, { message, body }: Delivery): SharedMail[] {
  const [recipient] = message.recipients;
  if (message.broadcastId === null || body === undefined || isUnread(body) || recipient === undefined) return [];
  const addressee = { tenantId: message.tenantId, messageId: message.id, email: recipient.email };
  return [{ ...addressee, contactId: message.contactId, subject: message.subject, body, unsubscribeUrl: unsubscribeUrl(app, addressee) }];
}

/** Personalises the messages of broadcasts among deliveries. Returns the results by message id; other messages, and those whose body is not read yet, are absent. */
export async function personaliseEmails(deliveries: readonly Delivery[], { app }: PersonaliseParts): Promise<Map<string, Personalised>> {
  const shared = deliveries.flatMap((delivery) => toShared(app, delivery));
  if (shared.length === 0) return new Map();
  const results = new Map((await app.hooks.ask(personalContents, shared)).flatMap((found) => [...found]));
  return new Map(shared.map(({ messageId }) => [messageId, results.get(messageId) ?? { kind: 'gone' }]));
}
