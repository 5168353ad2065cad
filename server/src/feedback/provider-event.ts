import type { ProviderEvent } from '@posthorn/contract';
import { parseAddress } from '../core/email-address.ts';
import type { FeedbackReport } from '../messages/index.ts';

/** An event of a provider, with what names its message. */
export interface GivenEvent extends Pick<ProviderEvent, 'message_id' | 'provider_message_id' | 'type' | 'recipients' | 'data'> {
  /** Of a bounce: what the receiving server said that it did (RFC 3464, section 2.3.3). */
  readonly action?: unknown;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What addresses are compared by; what is no address is no recipient either. */
const bare = (given: string): string => parseAddress(given)?.email ?? given.trim().toLowerCase();

function dataOf({ type, data = {} }: GivenEvent): Readonly<Record<string, unknown>> {
  if (type === 'bounce') return { ...data, class: data.class ?? 'hard', code: data.code ?? null, diagnostic: textOf(data.diagnostic) };
  if (type === 'failed' || type === 'delivery_delayed') return { ...data, reason: textOf(data.reason) };
  return data;
}

/** An event as every other feedback is told. */
export function toFeedbackReport(event: GivenEvent): FeedbackReport {
  const data = dataOf(event);
  const detail = textOf(data.diagnostic) ?? textOf(data.reason);
  const final = textOf(event.action ?? data.action)?.toLowerCase() === 'failed';
  return { type: event.type, recipients: event.recipients.map(bare), detail, data, final };
}
