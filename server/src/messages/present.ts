import type { MessageDetail, MessageEventType, MessageSummary, RecipientKind } from '@posthorn/contract';
import { formatAddress } from '../core/email-address.ts';
import type { RecordedEvent } from '../events/index.ts';
import { type Message, type MessageBody, POSITIONS_PER_MS, type Recipient } from './message.ts';

const shown = (recipients: readonly Recipient[], kind: RecipientKind) =>
  recipients.filter((recipient) => recipient.kind === kind).map(({ address, name }) => formatAddress({ address, name }));

const suppressed = (recipients: readonly Recipient[]) =>
  recipients.filter(({ status }) => status === 'suppressed').map(({ email }) => email);

export function presentSummary(message: Message): MessageSummary {
  const { recipients } = message;
  return {
    id: message.id,
    from: message.from,
    to: shown(recipients, 'to'),
    cc: shown(recipients, 'cc'),
    bcc: shown(recipients, 'bcc'),
    subject: message.subject,
    status: message.status,
    stream: message.stream,
    tags: { ...message.tags },
    template_alias: message.templateAlias,
    test_mode: message.testMode,
    scheduled_at: message.scheduledAt,
    created_at: message.createdAt,
    updated_at: message.updatedAt,
    sent_at: message.sentAt,
    provider_message_id: message.providerMessageId,
    broadcast_id: message.broadcastId,
    automation_id: message.automationId,
    contact_id: message.contactId,
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

const presentEvent = (event: RecordedEvent<MessageEventType>) => ({
  id: event.id,
  type: event.type,
  recipients: [...event.recipients],
  timestamp: event.createdAt,
  data: { ...event.data },
});

const withoutUrl = ({ url: _, ...data }: Readonly<Record<string, unknown>>): Record<string, unknown> => data;

/** Returns a message with its body and events; `body` is undefined once its retention time is over. */
export function presentDetail(
  message: Message,
  body: MessageBody | undefined,
  events: readonly RecordedEvent<MessageEventType>[],
): MessageDetail {
  return {
    ...presentSummary(message),
    html_body: body?.html ?? null,
    text_body: body?.text ?? null,
    headers: { ...body?.headers },
    reply_to: [...(body?.replyTo ?? [])],
    attachments: (body?.attachments ?? []).map(({ filename, contentType, size }) => ({ filename, content_type: contentType, size })),
    template_version: message.templateVersion,
    recipients: message.recipients.map(presentRecipient),
    events: events.map(presentEvent),
  };
}

/** Returns a message for people who may not read transactional mail: without its body and the links that were clicked, which may be reset links. */
export function presentWithoutBody(message: Message, events: readonly RecordedEvent<MessageEventType>[]): MessageDetail {
  const detail = presentDetail(message, undefined, events);
  return { ...detail, events: detail.events.map((event) => ({ ...event, data: withoutUrl(event.data) })) };
}

/** Returns the cursor with which the log continues after a message: its time, or its position where messages share that time. */
export const cursorAfter = ({ position, createdAt }: Pick<Message, 'position' | 'createdAt'>): number =>
  position % POSITIONS_PER_MS === 0 ? createdAt : position;

/** Returns a page of the log. */
export function presentPage(messages: readonly Message[], limit: number) {
  const page = messages.slice(0, limit);
  const last = page.at(-1);
  const more = messages.length > limit && last !== undefined;
  return { data: page.map(presentSummary), next_cursor: more ? cursorAfter(last) : null };
}
