import type { BatchItem, SendResult, TestEvent } from '@posthorn/contract';
import type { RecordedEvent } from '../events/index.ts';
import type { PlacedMessage } from '../messages/index.ts';
import type { EmailRefusal } from './validate/send-fault.ts';

interface AcceptedEmail extends Pick<PlacedMessage, 'message' | 'state'> {
  readonly missing?: readonly string[] | undefined;
}

/** Returns what became of an email, as the sender sees it. */
export function presentResult({ message, state, missing = [] }: AcceptedEmail): SendResult {
  return {
    message_id: message.id,
    // Safe because a message starts in no other state.
    status: state.status as SendResult['status'],
    test_mode: message.testMode,
    scheduled_at: state.status === 'scheduled' ? message.scheduledAt : null,
    suppressed_recipients: state.recipients.filter(({ status }) => status === 'suppressed').map(({ email }) => email),
    ...(missing.length === 0 ? {} : { warnings: missing.map((path) => ({ code: 'missing_variable', path }) as const) }),
  };
}

const presentItem = (index: number, started: AcceptedEmail): BatchItem => ({ index, ...presentResult(started), error: null }) as BatchItem;

const presentRefusedItem = (index: number, { code, detail, fields }: EmailRefusal): BatchItem => ({
  index,
  message_id: null,
  status: 'rejected',
  error: code,
  detail: detail ?? '',
  ...fields,
});

/** Returns what became of the emails of a batch, in order. */
export const presentBatch = (items: readonly (AcceptedEmail | { readonly refusal: EmailRefusal })[]): { data: BatchItem[] } => ({
  data: items.map((item, index) => ('refusal' in item ? presentRefusedItem(index, item.refusal) : presentItem(index, item))),
});

export const presentRescheduled = ({ id, scheduledAt }: { readonly id: string; readonly scheduledAt: number }) =>
  ({ message_id: id, status: 'scheduled', scheduled_at: scheduledAt }) as const;

export const presentCancelled = ({ id }: { readonly id: string }) => ({ message_id: id, status: 'cancelled' }) as const;

function presentTestEvent(event: RecordedEvent<TestEvent['type']>): TestEvent {
  const { diagnostic } = event.data;
  return {
    id: event.id,
    message_id: event.messageId ?? '',
    type: event.type,
    recipients: [...event.recipients],
    provider_message_id: event.providerMessageId ?? '',
    detail: typeof diagnostic === 'string' ? diagnostic : null,
    timestamp: event.createdAt,
    created_at: event.testPosition ?? event.createdAt,
  };
}

/** Returns a page of the log of simulated events. */
export function presentTestEvents(events: readonly RecordedEvent<TestEvent['type']>[], limit: number) {
  const page = events.slice(0, limit).map(presentTestEvent);
  return { data: page, next_cursor: events.length > limit ? (page.at(-1)?.created_at ?? null) : null };
}
