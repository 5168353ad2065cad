import type { AppContext } from '../app-context.ts';
import { isUnsubscribed, unsubscribe } from '../contacts/index.ts';
import { parseAddress } from '../core/email-address.ts';
import type { LinkRequest, LinkResponse } from '../mail-links/link-request.ts';
import { pagesFor } from '../mail-links/pages.ts';
import { findLinkedMessage, type LinkedMessage } from './store.ts';
import { readUnsubscribeToken } from './tokens.ts';

const isOneClick = (form: ReadonlyMap<string, string>) => form.get('List-Unsubscribe')?.toLowerCase() === 'one-click';

function senderOf(message: LinkedMessage | undefined): string | undefined {
  const sender = message && parseAddress(message.from);
  return sender?.name ?? sender?.address;
}

/** Returns the answer of `/u/{token}`: a confirmation page, and the result of the post that it and mail programs make (RFC 8058). */
export async function unsubscribeLink(app: AppContext, { method, token, form, headers }: LinkRequest): Promise<LinkResponse> {
  const { db, secrets } = app;
  const pages = pagesFor(headers);
  const grant = readUnsubscribeToken(secrets, token);
  if (grant === undefined) return pages.unknownLink();
  const { tenantId, messageId, email } = grant;
  const message = await findLinkedMessage(db.read, grant);
  const leaving = { email, sender: senderOf(message) };
  if (method !== 'POST') return (await isUnsubscribed(db.read, grant)) ? pages.already(leaving) : pages.confirm(leaving);
  if (!isOneClick(form)) return pages.confirm(leaving, 400);
  const sourceMessageId = message === undefined ? null : messageId;
  const unsubscription = { tenantId, email, sourceMessageId, testMode: message?.testMode ?? false };
  await db.transact((trx) => unsubscribe(app, trx, [unsubscription]));
  return pages.done(leaving);
}
