import type { ContactRemoval } from '../contacts/index.ts';
import { type CancelParts, cancelMessages, queuedOfContacts } from '../messages/index.ts';
import { findWaitingOfContacts } from './store.ts';

/** Cancels what waits for contacts that are being deleted. */
export const cancelMailOf =
  (parts: CancelParts): ContactRemoval =>
  async (trx, contactIds) => {
    const broadcastIds = await findWaitingOfContacts(trx, contactIds);
    if (broadcastIds.length === 0) return;
    const rows = await queuedOfContacts(trx, { broadcastIds, contactIds });
    await cancelMessages(parts, trx, { rows, reason: 'deleted' });
  };
