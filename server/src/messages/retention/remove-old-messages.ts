import type { AppContext } from '../../app-context.ts';
import { hook } from '../../core/hooks.ts';
import { firstIdAt } from '../../core/ids.ts';
import type { Trx } from '../../db/dialect.ts';
import { deleteEventsOf } from '../../events/index.ts';
import { removeFromIndex } from '../search/index-recipients.ts';
import { deleteMessages, type IdRange, listIds, lockOld } from './old-message-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PAGE = 500;

/** Called for features that keep rows by message, to remove those of messages that are removed. */
export const messagesRemoved = hook<[trx: Trx, messageIds: readonly string[]]>('messages removed');

interface RemovedPage {
  readonly seen: readonly string[];
  readonly removed: number;
}

async function removePage(app: AppContext, range: IdRange, before: number): Promise<RemovedPage> {
  const seen = await listIds(app.db.read, range);
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
 * Removes messages that ended `MESSAGE_RETENTION_DAYS` ago, with their events and attempts; their counts stay in the statistics and
 * in their broadcasts. `remove` looks at about `limit` of them, goes on where it stood, and returns how many it has removed.
 */
export function createMessageRetention(app: AppContext) {
  const keptMs = app.config.MESSAGE_RETENTION_DAYS * DAY_MS;
  let after = '';

  async function remove(limit: number): Promise<number> {
    if (keptMs === 0) return 0;
    const before = app.clock.now() - keptMs;
    const below = firstIdAt('msg', before);
    let removed = 0;
    for (let seen = 0; seen < limit; seen += PAGE) {
      await app.priority.wait();
      const page = await removePage(app, { after, below, limit: PAGE }, before);
      removed += page.removed;
      // What was left may be old enough later: the next run begins anew.
      after = page.seen.length < PAGE ? '' : (page.seen.at(-1) ?? '');
      if (after === '') break;
    }
    return removed;
  }

  return { remove };
}
