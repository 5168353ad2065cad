import type { AppContext } from '../app-context.ts';
import { hook } from '../core/hooks.ts';
import { isUnread, type MessageBody } from '../messages/index.ts';
import { unsubscribeUrl } from '../tracking/index.ts';
import type { Delivery } from './claim-emails.ts';

/** Who a mail goes to, for links that are theirs alone. */
export interface MailAddressee {
  readonly tenantId: string;
  readonly messageId: string;
  readonly email: string;
}

/** A message whose shared body is made its reader's own. */
export interface SharedMail extends MailAddressee {
  readonly contactId: string | null;
  readonly subject: string;
  readonly body: MessageBody;
  readonly unsubscribeUrl: string;
}

export type Personalised =
  | { readonly kind: 'ready'; readonly subject: string; readonly html: string | null; readonly text: string | null }
  /** Whom it is for is no contact any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Called to fill in many mails at once; each subscriber returns those it knows, by message id. */
export const contentsAsked = hook<[mails: readonly SharedMail[]], ReadonlyMap<string, Personalised>>('contents asked');

export interface PersonaliseParts {
  readonly app: AppContext;
}

function toShared(app: AppContext, { message, body }: Delivery): SharedMail[] {
  const [recipient] = message.recipients;
  if (message.broadcastId === null || body === undefined || isUnread(body) || recipient === undefined) return [];
  const addressee = { tenantId: message.tenantId, messageId: message.id, email: recipient.email };
  return [{ ...addressee, contactId: message.contactId, subject: message.subject, body, unsubscribeUrl: unsubscribeUrl(app, addressee) }];
}

/** Fills in what the mails of broadcasts among deliveries say, by message id; the others, and those whose bodies are not read yet, are absent. */
export async function findOwnContents(deliveries: readonly Delivery[], { app }: PersonaliseParts): Promise<Map<string, Personalised>> {
  const shared = deliveries.flatMap((delivery) => toShared(app, delivery));
  if (shared.length === 0) return new Map();
  const results = new Map((await app.hooks.call(contentsAsked, shared)).flatMap((found) => [...found]));
  return new Map(shared.map(({ messageId }) => [messageId, results.get(messageId) ?? { kind: 'gone' }]));
}
