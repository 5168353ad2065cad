import type { AppContext } from '../app-context.ts';
import { question } from '../core/hooks.ts';
import { isUnread, type MessageBody } from '../messages/index.ts';
import { unsubscribeUrl } from '../unsubscribe/index.ts';
import type { Delivery } from './claim-emails.ts';

/** A recipient of a message, for whom links are signed. */
export interface MailAddressee {
  readonly tenantId: string;
  readonly messageId: string;
  readonly email: string;
}

/** A message of a broadcast, whose shared body is to be rendered. */
export interface SharedMail extends MailAddressee {
  readonly contactId: string | null;
  readonly subject: string;
  readonly body: MessageBody;
  readonly unsubscribeUrl: string;
}

/** The result of rendering one message. */
export type RenderedMail =
  | { readonly kind: 'ready'; readonly subject: string; readonly html: string | null; readonly text: string | null }
  /** The contact was deleted. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly reason: string };

/** What these messages say to their recipients: each feature answers for those it knows, by message id. */
export const renderedMail = question<[mails: readonly SharedMail[]], ReadonlyMap<string, RenderedMail>>('rendered mail');

export interface RenderParts {
  readonly app: AppContext;
}

function toShared(app: AppContext, { message, body }: Delivery): SharedMail[] {
  const [recipient] = message.recipients;
  if (message.broadcastId === null || body === undefined || isUnread(body) || recipient === undefined) return [];
  const addressee = { tenantId: message.tenantId, messageId: message.id, email: recipient.email };
  return [{ ...addressee, contactId: message.contactId, subject: message.subject, body, unsubscribeUrl: unsubscribeUrl(app, addressee) }];
}

/** Renders the messages of broadcasts among deliveries, each for its contact. Returns the results by message id; other messages, and those whose body is not read yet, are absent. */
export async function renderSharedMail(deliveries: readonly Delivery[], { app }: RenderParts): Promise<Map<string, RenderedMail>> {
  const shared = deliveries.flatMap((delivery) => toShared(app, delivery));
  if (shared.length === 0) return new Map();
  const results = new Map((await app.hooks.ask(renderedMail, shared)).flatMap((found) => [...found]));
  return new Map(shared.map(({ messageId }) => [messageId, results.get(messageId) ?? { kind: 'gone' }]));
}
