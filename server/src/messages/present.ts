import type { MessageDetail, MessageEventType, MessageSummary, RecipientKind } from '@posthorn/contract';
import { formatAddress } from '../core/email-address.ts';
import type { EventRow, MessageRow } from '../db/schema.ts';
import type { MessageBody, Recipient } from './message.ts';
import { PLACES, parseRecipients } from './stored-message.ts';

const shown = (recipients: readonly Recipient[], kind: RecipientKind) =>
  recipients.filter((recipient) => recipient.kind === kind).map(({ address, name }) => formatAddress({ address, name }));

const suppressed = (recipients: readonly Recipient[]) =>
  recipients.filter(({ status }) => status === 'suppressed').map(({ email }) => email);

/** Row to wire. */
export function presentSummary(row: MessageRow): MessageSummary {
  const recipients = parseRecipients(row.recipients);
  return {
    id: row.id,
    from: row.from_address,
    to: shown(recipients, 'to'),
    cc: shown(recipients, 'cc'),
    bcc: shown(recipients, 'bcc'),
    subject: row.subject,
    // Safe because only values of the contract are ever written.
    status: row.status as MessageSummary['status'],
    stream: row.stream as MessageSummary['stream'],
    tags: JSON.parse(row.tags),
    template_alias: row.template_alias,
    test_mode: row.test_mode === 1,
    scheduled_at: row.scheduled_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    sent_at: row.sent_at,
    provider_message_id: row.provider_message_id,
    broadcast_id: row.broadcast_id,
    automation_id: row.automation_id,
    contact_id: row.contact_id,
    suppressed_recipients: suppressed(recipients),
  };
}

const presentRecipient = ({ email, kind, status, detail, updatedAt, lateAtReceiver }: Recipient) => ({
  email,
  kind,
  status: lateAtReceiver === true ? ('delayed' as const) : status,
  detail,
  updated_at: updatedAt,
});

const presentEvent = (row: EventRow) => ({
  id: row.id,
  // Safe because only types of the contract are ever written.
  type: row.type as MessageEventType,
  recipients: JSON.parse(row.recipients) as string[],
  timestamp: row.created_at,
  data: JSON.parse(row.data) as Record<string, unknown>,
});

/** Row, body and events to wire; the body is gone once its retention time has passed. */
export function presentDetail(row: MessageRow, body: MessageBody | undefined, events: readonly EventRow[]): MessageDetail {
  return {
    ...presentSummary(row),
    html_body: body?.html ?? null,
    text_body: body?.text ?? null,
    headers: { ...body?.headers },
    reply_to: [...(body?.replyTo ?? [])],
    attachments: (body?.attachments ?? []).map(({ filename, contentType, size }) => ({ filename, content_type: contentType, size })),
    template_version: row.template_version,
    recipients: parseRecipients(row.recipients).map(presentRecipient),
    events: events.map(presentEvent),
  };
}

/** Cuts a page of the log. A page that ends inside one millisecond names the row, since others share its time. */
export function presentPage(rows: readonly MessageRow[], limit: number) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  const cursor = more ? (last.position % PLACES === 0 ? last.created_at : last.position) : null;
  return { data: page.map(presentSummary), next_cursor: cursor };
}
