import type { Trx } from '../db/dialect.ts';
import { eraseInEvents, type MessageEvent, type RecordEvents } from '../events/index.ts';
import type { Platform } from '../platform.ts';
import type { Eraser } from '../suppressions/index.ts';
import { eraseRecipient } from './erase-recipient.ts';
import { findAddressed, START, updateRecipients } from './erasure-store.ts';
import { parseState } from './stored-message.ts';
import { lockMessages, settleMessages } from './write-store.ts';

/** Messages looked at in one step, of which those to the address are rewritten in one transaction. */
const PAGE = 500;

export interface MessagePage {
  readonly messageIds: readonly string[];
  readonly email: string;
}

/** Blanks an address in rows that belong to messages. */
export type EraseAttached = (trx: Trx, page: MessagePage) => Promise<void>;

export interface MessageEraserParts {
  readonly recordEvents: RecordEvents;
  /** Of features that keep rows by message. */
  readonly attached: readonly EraseAttached[];
}

/** Erases an address in messages, in their events and in what else belongs to them. */
export function messageEraser({ db, clock, newId }: Platform, { recordEvents, attached }: MessageEraserParts): Eraser {
  async function erasePage(trx: Trx, page: MessagePage): Promise<void> {
    const now = clock.now();
    // The locks come first: of two erasures in one message the second must see what the first has written.
    const rows = await lockMessages(trx, db.dialect, page.messageIds);
    await eraseInEvents(trx, db.dialect, page);
    for (const erase of attached) await erase(trx, page);
    const erased = rows.map((row) => ({ row, ...eraseRecipient(parseState(row), page.email, now) }));
    const settled = erased.filter((message) => message.settled).map(({ row, state }) => ({ id: row.id, state, now }));
    const kept = erased.filter((message) => !message.settled).map(({ row, state }) => ({ id: row.id, recipients: state.recipients }));
    if (settled.length > 0) await settleMessages(trx, db.dialect, settled);
    if (kept.length > 0) await updateRecipients(trx, db.dialect, kept);
    const events = erased.flatMap(({ row, suppressed }): MessageEvent[] => {
      if (suppressed.length === 0) return [];
      const about = { id: newId('evt', now), tenantId: row.tenant_id, messageId: row.id, providerMessageId: row.provider_message_id };
      return [
        {
          ...about,
          type: 'suppressed',
          recipients: suppressed,
          data: {},
          testMode: row.test_mode === 1,
          contactId: row.contact_id,
          at: now,
        },
      ];
    });
    await recordEvents(trx, events);
  }

  return async (erasure) => {
    for (let after = START, more = true; more; ) {
      const page = await findAddressed(db.read, erasure, { after, limit: PAGE });
      const messageIds = page.filter(({ addressed }) => addressed).map(({ id }) => id);
      if (messageIds.length > 0) await db.transact((trx) => erasePage(trx, { messageIds, email: erasure.email }));
      after = page.at(-1) ?? after;
      more = page.length === PAGE;
    }
  };
}
