import { normalizeEmail } from '../core/email-address.ts';
import type { FeedbackReport } from '../messages/outcomes/index.ts';
import type { GivenEvent } from '../reports/given-event.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function dataOf({ type, data = {} }: GivenEvent): Readonly<Record<string, unknown>> {
  if (type === 'bounce') return { ...data, class: data.class ?? 'hard', code: data.code ?? null, diagnostic: textOf(data.diagnostic) };
  if (type === 'failed' || type === 'delivery_delayed') return { ...data, reason: textOf(data.reason) };
  const { prefetch, ...others } = data;
  return prefetch === true ? data : others;
}

/** Turns a provider's event into the form of all feedback. */
export function toFeedbackReport(event: GivenEvent): FeedbackReport {
  const data = dataOf(event);
  const detail = textOf(data.diagnostic) ?? textOf(data.reason);
  const final = textOf(event.action ?? data.action)?.toLowerCase() === 'failed';
  return { type: event.type, recipients: event.recipients.map(normalizeEmail), detail, data, final };
}
