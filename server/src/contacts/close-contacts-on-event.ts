import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import type { MessageEvent } from '../events/index.ts';
import { type StatusChange, setStatus } from './set-status.ts';

function statusAfter({ type, data }: MessageEvent): 'cleaned' | 'unsubscribed' | undefined {
  if (type === 'complaint') return 'unsubscribed';
  return type === 'bounce' && data.class === 'hard' ? 'cleaned' : undefined;
}

function toChanges(event: MessageEvent): StatusChange[] {
  const status = statusAfter(event);
  return status === undefined ? [] : event.recipients.map((email) => ({ tenantId: event.tenantId, email, status }));
}

/** Sets the status of contacts in the transaction of the events: `cleaned` after a permanent bounce, `unsubscribed` after a complaint. */
export function closeContactsOnEvent(app: AppContext, trx: Trx, events: readonly MessageEvent[]): Promise<void> {
  return setStatus(app, trx, events.flatMap(toChanges));
}
