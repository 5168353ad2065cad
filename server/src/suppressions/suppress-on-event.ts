import { ERASED } from '../core/text/erased.ts';
import type { Trx } from '../db/dialect.ts';
import { suppress } from './suppress.ts';
import type { SuppressionEntry } from './suppression.ts';

/** An event of a message that may put its recipients on the list. */
interface ListingEvent {
  readonly type: string;
  readonly tenantId: string;
  readonly messageId: string;
  readonly recipients: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly testMode: boolean;
  readonly at: number;
}

/** Returns why the recipients of an event go on the list; undefined if they do not. */
export function listingReason({ type, data }: Pick<ListingEvent, 'type' | 'data'>): 'hard_bounce' | 'complaint' | undefined {
  if (type === 'complaint') return 'complaint';
  return type === 'bounce' && data.class === 'hard' ? 'hard_bounce' : undefined;
}

function toEntries(event: ListingEvent): SuppressionEntry[] {
  const reason = listingReason(event);
  const { tenantId, messageId: sourceMessageId, testMode, at } = event;
  const named = event.recipients.filter((email) => email !== ERASED);
  return reason === undefined ? [] : named.map((email) => ({ tenantId, email, reason, sourceMessageId, testMode, at }));
}

/** Lists addresses after a permanent bounce or a complaint, in the transaction of the events. */
export async function suppressOnEvent(trx: Trx, events: readonly ListingEvent[]): Promise<void> {
  await suppress(trx, events.flatMap(toEntries));
}
