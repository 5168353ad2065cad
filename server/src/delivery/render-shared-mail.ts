import type { AppContext } from '../app-context.ts';
import { question } from '../core/hooks.ts';
import { isUnread, type MessageBody } from '../messages/index.ts';
import { unsubscribeUrl } from '../unsubscribe/index.ts';
import type { Delivery } from './claim-emails.ts';

/** A message of a broadcast, whose shared body is rendered for it. */
export interface SharedMail {
  readonly tenantId: string;
  readonly messageId: string;
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

/** The content of messages for their recipients, by message id. Each feature answers for the messages that it knows. */
export const renderedMail = question<[mails: readonly SharedMail[]], ReadonlyMap<string, RenderedMail>>('rendered mail');

function toShared(app: AppContext, { message, body }: Delivery): SharedMail[] {
  const [recipient] = message.recipients;
  if (message.broadcastId === null || body === undefined || isUnread(body) || recipient === undefined) return [];
  const { id: messageId, tenantId, contactId, subject } = message;
  const link = unsubscribeUrl(app, { tenantId, messageId, email: recipient.email });
  return [{ tenantId, messageId, contactId, subject, body, unsubscribeUrl: link }];
}

/** Renders the messages of broadcasts among deliveries, each for its contact. Returns the results by message id; other messages, and those whose body is not read yet, are absent. */
export async function renderSharedMail(app: AppContext, deliveries: readonly Delivery[]): Promise<Map<string, RenderedMail>> {
  const shared = deliveries.flatMap((delivery) => toShared(app, delivery));
  if (shared.length === 0) return new Map();
  const results = new Map((await app.hooks.ask(renderedMail, shared)).flatMap((found) => [...found]));
  return new Map(shared.map(({ messageId }) => [messageId, results.get(messageId) ?? { kind: 'gone' }]));
}
