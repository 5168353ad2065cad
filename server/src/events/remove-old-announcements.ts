import type { AppContext } from '../app-context.ts';
import type { IdPageRequest, RemovedPage } from '../core/retention.ts';
import { lockInOrder } from '../db/dialect.ts';
import { deleteEvents, listOldEvents } from './retention-store.ts';

/** Removes what was announced of a page of events; the events of messages go with them. */
export async function removeOldAnnouncements({ db }: AppContext, page: IdPageRequest): Promise<RemovedPage> {
  const events = await listOldEvents(db.read, page);
  const ids = events.flatMap(({ id, messageId }) => (messageId === null ? [id] : []));
  if (ids.length > 0)
    await db.transact(async (trx) => {
      await lockInOrder(trx, 'events', ids);
      await deleteEvents(trx, ids);
    });
  return { seen: events.map(({ id }) => id), removed: ids.length };
}
