import type { BatchItem, MessageSummary as Message, MessageDetail, MessageEventType, MessageStatus, SendResult } from '@posthorn/contract';
import { parseAddress } from '../../core/email-address.ts';
import type { ApiError } from '../../core/errors/api-error.ts';
import { inTheirWords } from './errors.ts';

const OF_EVENT: Readonly<Record<MessageEventType, string>> = {
  sent: 'sent',
  delivery: 'delivered',
  delivery_delayed: 'delivery_delayed',
  failed: 'failed',
  bounce: 'bounced',
  complaint: 'complained',
  suppressed: 'suppressed',
  open: 'opened',
  click: 'clicked',
  scheduled: 'scheduled',
  cancelled: 'canceled',
};

const OF_STATUS: Readonly<Record<MessageStatus, string>> = {
  queued: 'queued',
  scheduled: 'scheduled',
  sending: 'queued',
  sent: 'sent',
  failed: 'failed',
  cancelled: 'canceled',
  suppressed: 'suppressed',
};

/**
 * Returns the latest outcome of a message that was sent, or else its status. Opens by programs do not count, nor do suppressed recipients
 * if others got the mail.
 */
function lastEvent({ status, events }: MessageDetail): string {
  const last = events.findLast(({ type, data }) => data.prefetch !== true && !(type === 'suppressed' && status === 'sent'));
  const isOpen = status === 'queued' || status === 'scheduled' || status === 'sending';
  return isOpen || last === undefined ? OF_STATUS[status] : OF_EVENT[last.type];
}

const isoOf = (at: number) => new Date(at).toISOString();

/** As in the header of the mail: the domain of the sender signs. */
const messageIdOf = ({ id, from }: Pick<Message, 'id' | 'from'>) => `<${id}@${parseAddress(from)?.email.split('@').at(-1)}>`;

/** An email in a list, by its status: later outcomes are not looked up. */
export const presentListed = ({ id, from, to, cc, bcc, subject, status, created_at, scheduled_at }: Message) => ({
  ...{ id, from, to, cc, bcc, reply_to: null, subject, message_id: messageIdOf({ id, from }) },
  created_at: isoOf(created_at),
  scheduled_at: scheduled_at === null ? null : isoOf(scheduled_at),
  last_event: OF_STATUS[status],
});

export function presentEmail(message: MessageDetail) {
  const { id, from, to, cc, bcc, reply_to, subject, html_body: html, text_body: text, tags } = message;
  return {
    object: 'email',
    ...{ id, from, to, cc, bcc, reply_to, subject, html, text },
    message_id: messageIdOf(message),
    created_at: isoOf(message.created_at),
    scheduled_at: message.scheduled_at === null ? null : isoOf(message.scheduled_at),
    last_event: lastEvent(message),
    tags: Object.entries(tags).map(([name, value]) => ({ name, value })),
  };
}

/** The id of an email, and its warnings; Resend's clients pass unknown fields through. */
export const presentSent = ({ message_id: id, warnings }: Pick<SendResult, 'message_id' | 'warnings'>) => ({
  id,
  ...(warnings === undefined ? {} : { warnings }),
});

/** The accepted emails of a batch, in order. */
export const presentBatch = (items: readonly BatchItem[]) => ({
  data: items.flatMap((item) => (item.status === 'rejected' ? [] : [presentSent(item as SendResult)])),
});

/** The same with the refused items. `faults`: those of unreadable items, by index. */
export function presentPermissiveBatch(items: readonly BatchItem[], faults: ReadonlyMap<number, ApiError>) {
  const errors = items.flatMap((item) => {
    if (item.status !== 'rejected') return [];
    const message = inTheirWords(faults.get(item.index)?.detail ?? item.detail);
    return [{ index: item.index, message }];
  });
  return { ...presentBatch(items), errors };
}
