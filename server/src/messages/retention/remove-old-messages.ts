import type { AppContext } from '../../app-context.ts';
import { hook } from '../../core/hooks.ts';
import type { Trx } from '../../db/dialect.ts';
import { createRemoval, type IdStretch, type RemovedPage } from '../../db/remove-old.ts';
import { deleteEventsOf } from '../../events/index.ts';
import { removeFromIndex } from '../search/index-recipients.ts';
import { deleteMessages, listIds, lockOld } from './old-message-store.ts';

/** Called for features that keep rows by message, to remove those of messages that are removed. */
export const messagesRemoved = hook<[trx: Trx, messageIds: readonly string[]]>('messages removed');

async function removePage(app: AppContext, stretch: IdStretch, before: number): Promise<RemovedPage> {
  const seen = await listIds(app.db.read, stretch);
  if (seen.length === 0) return { seen, removed: 0 };
  return app.db.transact(async (trx) => {
    const messages = await lockOld(trx, { ids: seen, before });
    if (messages.length === 0) return { seen, removed: 0 };
    const ids = messages.map(({ id }) => id);
    await deleteMessages(trx, messages);
    await deleteEventsOf(trx, ids);
    await app.hooks.call(messagesRemoved, trx, ids);
    await removeFromIndex(app, trx, messages);
    return { seen, removed: messages.length };
  });
}

/**
 * Returns a step that removes messages that ended `MESSAGE_RETENTION_DAYS` ago, with their events and attempts; their counts stay in
 * the statistics and in their broadcasts.
 */
export function createMessageRetention(app: AppContext) {
  const { clock, priority, config } = app;
  const remove = (stretch: IdStretch, before: number) => removePage(app, stretch, before);
  return createRemoval({ clock, priority, prefix: 'msg', keptDays: config.MESSAGE_RETENTION_DAYS, removePage: remove });
}
