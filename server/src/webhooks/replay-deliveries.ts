import { limits } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { findOriginals, type Original, type Owner } from './delivery-store.ts';
import { type PlannerParts, planDeliveries } from './plan-deliveries.ts';

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

const byNewest = (a: Original, b: Original) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1);

/** Asked for one type at a time, since only that keeps the order of an index. */
async function findMatching({ db }: AppContext, owner: Owner, request: ReplayRequest): Promise<Original[]> {
  const { delivery_ids: ids, message_id: messageId, types = [], status, since = 0, until = limits.latestTime } = request;
  const limit = request.limit ?? limits.replay;
  const filter = { ...owner, ids, messageId, status, since, until, limit };
  const asked = types.length === 0 ? [undefined] : [...new Set(types)];
  const found = await Promise.all(asked.map((type) => findOriginals(db.read, { ...filter, type })));
  return found.flat().toSorted(byNewest).slice(0, limit);
}

/** Plans the newest matching deliveries again, each as a new one. Returns their ids, newest original first. */
export async function replayDeliveries(parts: PlannerParts, owner: Owner, request: ReplayRequest): Promise<string[]> {
  const originals = await findMatching(parts.app, owner, request);
  if (originals.length === 0) return [];
  const planned = originals.map(({ id, created_at: _, ...original }) => ({ ...original, replay_of: id }));
  return parts.app.db.transact((trx) => planDeliveries(parts, trx, planned));
}
