import type { AppContext } from '../app-context.ts';
import { lockInOrder } from '../db/dialect.ts';
import type { IdStretch, RemovedPage } from '../db/remove-old.ts';
import { deleteEvents, listOldEvents } from './retention-store.ts';

/** Removes what was announced so long ago; the events of messages go with them. */
export async function removeOldAnnouncements({ db }: AppContext, stretch: IdStretch): Promise<RemovedPage> {
  const events = await listOldEvents(db.read, stretch);
  const ids = events.flatMap(({ id, message_id: messageId }) => (messageId === null ? [id] : []));
  if (ids.length > 0)
    await db.transact(async (trx) => {
      await lockInOrder(trx, 'events', ids);
      await deleteEvents(trx, ids);
    });
  return { seen: events.map(({ id }) => id), removed: ids.length };
}
