import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import type { MessageRow } from '../db/schema.ts';
import { type MessageEvent, recordEvents } from '../events/index.ts';
import { cancelLocked } from './broadcast-store.ts';
import { messagesMoved, movesOf } from './message-move.ts';
import { isOpen } from './recipients.ts';
import { parseRecipients } from './stored-message.ts';

/** Cancels locked messages of broadcasts that wait, and tells of it. The reason is shown as the detail of their recipients. */
export async function cancelMessages(
  app: AppContext,
  trx: Trx,
  { rows, reason }: { rows: readonly MessageRow[]; reason: string },
): Promise<void> {
  if (rows.length === 0) return;
  const { clock, newId, hooks } = app;
  const now = clock.now();
  const cancelled = rows.map((row) => ({ row, recipients: parseRecipients(row.recipients) }));
  const withReason = cancelled.map(({ row, recipients }) => ({
    id: row.id,
    recipients: JSON.stringify(recipients.map((recipient) => ({ ...recipient, detail: reason }))),
  }));
  await cancelLocked(trx, { rows: withReason, now });
  const events = cancelled.map(({ row, recipients }): MessageEvent => {
    const at = Math.max(now, row.created_at);
    return {
      id: newId('evt', at),
      tenantId: row.tenant_id,
      messageId: row.id,
      type: 'cancelled',
      recipients: recipients.filter(isOpen).map(({ email }) => email),
      data: {},
      providerMessageId: row.provider_message_id,
      testMode: row.test_mode === 1,
      contactId: row.contact_id,
      at,
    };
  });
  await recordEvents(app, trx, events);
  await hooks.call(messagesMoved, trx, movesOf(rows, new Map(rows.map(({ id }) => [id, { status: 'cancelled', sent_at: null }]))));
}
