import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import { cancelMessages, queuedOfContacts } from '../messages/index.ts';
import { findWaitingOfContacts } from './store.ts';

/** Cancels mail that waits for contacts that are being deleted. */
export async function cancelMailOfContacts(app: AppContext, trx: Trx, contactIds: readonly string[]): Promise<void> {
  const broadcastIds = await findWaitingOfContacts(trx, contactIds);
  if (broadcastIds.length === 0) return;
  const rows = await queuedOfContacts(trx, { broadcastIds, contactIds });
  await cancelMessages(app, trx, { rows, reason: 'deleted' });
}
