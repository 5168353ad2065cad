import { limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { findRecorded } from '../../events/index.ts';
import { findWebhook } from '../endpoints/store.ts';
import type { Delivery } from './delivery.ts';
import { type EnqueueParts, enqueueDeliveries } from './enqueue-deliveries.ts';
import { groupDeliveries } from './group-deliveries.ts';
import { findOriginals, type Original } from './list-store.ts';
import { findDeliveries } from './store.ts';

/** Which deliveries to repeat; all that is given must match. */
export interface ReplayRequest {
  readonly delivery_ids?: readonly string[] | undefined;
  readonly message_id?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly status?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly limit?: number | undefined;
}

const byNewest = (a: Original, b: Original) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

/** Deliveries that are looked through for those whose event is still there, where it is not of all. */
const LOOKED_THROUGH = 1000;

/** Asked for one type at a time, since only that keeps the order of an index. */
async function findMatching({ db }: AppContext, webhook: ObjectRef, request: ReplayRequest & { limit: number }): Promise<Original[]> {
  const { delivery_ids: ids, message_id: messageId, types, status, since = 0, until = limits.latestTime, limit } = request;
  const filter = { ids, messageId, status, since, until, limit };
  const asked = types === undefined ? [undefined] : [...new Set(types)];
  const found = await Promise.all(asked.map((type) => findOriginals(db.read, webhook, { ...filter, type })));
  return found.flat().toSorted(byNewest).slice(0, limit);
}

/** Returns those whose event is still there, or made up. */
async function leaveOutRemoved({ db }: AppContext, originals: readonly Original[]): Promise<readonly Original[]> {
  const kept = await findRecorded(
    db.read,
    originals.flatMap(({ eventId, sample }) => (sample ? [] : [eventId])),
  );
  return originals.filter(({ eventId, sample }) => sample || kept.has(eventId));
}

/** Returns the newest that can be repeated, in the order of the originals; undefined where nothing matches. */
async function findRepeatable(app: AppContext, webhook: ObjectRef, request: ReplayRequest): Promise<readonly Original[] | undefined> {
  const limit = request.limit ?? limits.replay;
  const newest = await findMatching(app, webhook, { ...request, limit });
  if (newest.length === 0) return undefined;
  const kept = await leaveOutRemoved(app, newest);
  if (kept.length === newest.length || newest.length < limit) return kept;
  const more = await findMatching(app, webhook, { ...request, limit: LOOKED_THROUGH });
  return (await leaveOutRemoved(app, more)).slice(0, limit);
}

/** Plans the newest matching deliveries again, each as a new one, and returns those, newest original first. */
export async function replayDeliveries(
  parts: EnqueueParts,
  webhook: ObjectRef,
  body: () => ReplayRequest,
): Promise<Delivery[] | ApiError<'not_found' | 'event_removed'>> {
  const { db } = parts.app;
  if ((await findWebhook(db.read, webhook)) === undefined) return new ApiError('not_found');
  const repeatable = await findRepeatable(parts.app, webhook, body());
  if (repeatable === undefined) return [];
  if (repeatable.length === 0) return new ApiError('event_removed');
  const planned = repeatable.map(({ id, createdAt: _, ...original }) => ({ ...original, replayOf: id }));
  // As planned: once the transaction is over, some may be delivered already.
  return db.transact(async (trx) => {
    const ids = await enqueueDeliveries(parts, trx, planned);
    const found: Delivery[] = [];
    for (const group of await groupDeliveries(trx, ids)) found.push(...(await findDeliveries(trx, group)));
    return found;
  });
}
