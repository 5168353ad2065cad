import type { AppContext } from '../../app-context.ts';
import { notification } from '../../core/hooks.ts';
import { walkPages } from '../../core/walk-pages.ts';
import type { Trx } from '../../db/dialect.ts';
import { eraseInEvents, type MessageEvent, recordEvents } from '../../events/index.ts';
import { lockMeters, writeMeters } from '../../meters/store.ts';
import { addToBuckets } from '../../quota/index.ts';
import type { Erasure } from '../../suppressions/index.ts';
import type { Message } from '../message.ts';
import { momentOf, toMessageEvent } from '../message-event.ts';
import { messagesMoved, movesOf } from '../message-move.ts';
import { refundSuppressed } from '../outcomes/refund-suppressed.ts';
import { eraseFromIndex } from '../search/index-recipients.ts';
import { lockMessages, settleMessages } from '../write-store.ts';
import { eraseInLabels } from './content-erasure-store.ts';
import { eraseBodies, type MessagePage } from './erase-bodies.ts';
import { type ErasedMessage, eraseRecipient } from './erase-recipient.ts';
import { findAddressed, START, updateRecipients } from './erasure-store.ts';

/** Messages that are searched by one statement; those addressed to the address are rewritten in one transaction. */
const PAGE = 500;

interface MessageErasure extends ErasedMessage {
  readonly message: Message;
}

/** Called before an address is erased in messages, for features that keep copies of them. */
export const messagesToErase = notification<[page: MessagePage]>('messages to erase');

/** Called in the transaction that erases an address in messages, for features that keep rows by message. */
export const messagesErased = notification<[trx: Trx, page: MessagePage]>('messages erased');

function toEvents(app: AppContext, { message, suppressed }: MessageErasure, at: number): MessageEvent[] {
  return suppressed.length === 0 ? [] : [toMessageEvent(app, message, { type: 'suppressed', recipients: suppressed, data: {}, at })];
}

async function erasePage(app: AppContext, trx: Trx, page: MessagePage & { readonly tenantIds: readonly string[] }): Promise<void> {
  const now = app.clock.now();
  // Locks first, meters before messages: of two erasures in one message, the second must see what the first has written.
  const meters = await lockMeters(trx, { tenantIds: page.tenantIds, mode: 'wait' });
  const messages = await lockMessages(trx, page.messageIds);
  await eraseInLabels(trx, messages, page.email);
  await eraseInEvents(trx, page);
  await app.hooks.notify(messagesErased, trx, page);
  const erased = messages.map((message): MessageErasure => ({ message, ...eraseRecipient(message, page.email, momentOf(message, now)) }));
  const settled = erased.filter((one) => one.settled).map(({ message, state }) => ({ id: message.id, state, now: momentOf(message, now) }));
  const unsent = erased.filter(({ settled: ended, state }) => ended && state.status === 'suppressed').map(({ message }) => message);
  const kept = erased.filter((one) => !one.settled).map(({ message, state }) => ({ id: message.id, recipients: state.recipients }));
  if (settled.length > 0) await settleMessages(trx, settled);
  if (kept.length > 0) await updateRecipients(trx, kept);
  await recordEvents(
    app,
    trx,
    erased.flatMap((one) => toEvents(app, one, momentOf(one.message, now))),
  );
  const refunded = await refundSuppressed(trx, { messages: unsent, meters, now });
  await writeMeters(trx, meters.values());
  const stages = settled.map(({ id, state }) => [id, { status: state.status, sentAt: state.sentAt }] as const);
  await app.hooks.notify(messagesMoved, trx, movesOf(messages, new Map(stages)));
  await addToBuckets(trx, refunded);
  // Last: the job that fills the search index holds none of the locks above.
  await eraseFromIndex(app, trx, page);
}

/** Erases an address in messages, their bodies, their events and what else belongs to them. */
export async function eraseMessages(app: AppContext, erasure: Erasure): Promise<void> {
  const { db } = app;
  for await (const page of walkPages({ first: START, limit: PAGE }, (asked) => findAddressed(db.read, erasure, asked))) {
    const found = page.filter((message) => message.addressed);
    const tenantIds = [...new Set(found.map(({ tenantId }) => tenantId))];
    const addressed = { messageIds: found.map(({ id }) => id), email: erasure.email, tenantIds };
    if (found.length > 0) {
      // Bodies and copies first: an interrupted run finds the messages again by their recipients.
      await eraseBodies(app, addressed);
      await app.hooks.notify(messagesToErase, addressed);
      await db.transact((trx) => erasePage(app, trx, addressed));
    }
  }
}
