import { type RawBuilder, sql } from 'kysely';
import type { MessageBodyRow, MessageRow } from '../db/schema.ts';
import type { MessageBody, MessageState, Recipient } from './message.ts';
import { changesBy, type MessageOutcomes } from './transitions.ts';

/** Places within one millisecond of a tenant's log. */
export const PLACES = 1000;

export const parseRecipients = (text: string): Recipient[] => JSON.parse(text);

export function parseState(row: MessageRow): MessageState {
  return {
    // Safe because only states of the contract are ever written.
    status: row.status as MessageState['status'],
    recipients: parseRecipients(row.recipients),
    sentAt: row.sent_at,
    providerMessageId: row.provider_message_id,
    dueAt: row.due_at,
  };
}

export function parseBody(row: MessageBodyRow): MessageBody {
  return {
    id: row.id,
    html: row.html,
    text: row.text,
    headers: JSON.parse(row.headers),
    replyTo: JSON.parse(row.reply_to),
    attachments: JSON.parse(row.attachments),
  };
}

/** SQL of the status that messages have after the worker's move. */
export function statusAfter(outcome: MessageOutcomes['work']): RawBuilder<string> {
  const cases = changesBy(outcome).map(([from, to]) => sql`when messages.status = ${sql.lit(from)} then ${sql.lit(to)}`);
  return sql`case ${sql.join(cases, sql` `)} else messages.status end`;
}
