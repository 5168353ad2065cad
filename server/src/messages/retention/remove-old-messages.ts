import type { AppContext } from '../../app-context.ts';
import { notification } from '../../core/hooks.ts';
import type { IdPageRequest, RemovedPage } from '../../core/retention.ts';
import type { Trx } from '../../db/dialect.ts';
import { deleteEventsOf, findWithEventsSince } from '../../events/index.ts';
import { removeFromIndex } from '../search/index-recipients.ts';
import { deleteMessages, listIds, lockOld, type OldMessage } from './old-message-store.ts';

/** Called in the transaction that removes messages, for features that keep rows by message. */
export const messagesRemoved = notification<[trx: Trx, messageIds: readonly string[]]>('messages removed');

/** Locks and returns messages to which nothing has happened since a time. */
async function lockQuiet(trx: Trx, { ids, before }: { ids: readonly string[]; before: number }): Promise<readonly OldMessage[]> {
  const messages = await lockOld(trx, { ids, before });
  if (messages.length === 0) return [];
  // Opens and clicks change no message. Asked for under its lock, where nobody records another one.
  const active = await findWithEventsSince(
    trx,
    messages.map(({ id }) => id),
    before,
  );
  return messages.filter(({ id }) => !active.has(id));
}

/** Removes a page of messages to which nothing has happened since a time, with their events and attempts. Statistics and broadcasts still count them. */
export async function removeOldMessages(app: AppContext, page: IdPageRequest, before: number): Promise<RemovedPage> {
  const seen = await listIds(app.db.read, page);
  if (seen.length === 0) return { seen, removed: 0 };
  return app.db.transact(async (trx) => {
    const messages = await lockQuiet(trx, { ids: seen, before });
    if (messages.length === 0) return { seen, removed: 0 };
    const ids = messages.map(({ id }) => id);
    await deleteMessages(trx, messages);
    await deleteEventsOf(trx, ids);
    await app.hooks.notify(messagesRemoved, trx, ids);
    await removeFromIndex(app, trx, messages);
    return { seen, removed: messages.length };
  });
}
