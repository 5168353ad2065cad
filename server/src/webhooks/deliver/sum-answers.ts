import type { Answers } from '../endpoints/answer-store.ts';
import type { Settlement } from './claim-store.ts';

/** The state of a delivery after an attempt, with the endpoint that was asked. */
export interface EndpointSettlement extends Settlement {
  readonly webhookId: string;
  readonly url: string;
  /** Whether the endpoint was asked at all: where the event was removed, it was not. */
  readonly wasPosted: boolean;
}

const NONE = { hasSucceeded: false, failing: null } as const;

function addAttempt(sum: Answers, { status, attempts }: EndpointSettlement): Answers {
  if (status === 'delivered') return { ...sum, hasSucceeded: true, failing: null };
  const last = attempts.at(-1);
  if (last === undefined) return sum;
  const { at, response_status, error } = last;
  const { since, attempts: before } = sum.failing ?? { since: at, attempts: 0 };
  return { ...sum, failing: { since, attempts: before + 1, last: { at, response_status, error } } };
}

/** Returns the results of the last attempts of each endpoint at each URL, in the order in which they ended. */
export function sumAnswers(settlements: readonly EndpointSettlement[]): Answers[] {
  const sums = new Map<string, Answers>();
  for (const one of settlements) {
    const { webhookId, url, wasPosted } = one;
    if (!wasPosted) continue;
    const place = `${webhookId} ${url}`;
    sums.set(place, addAttempt(sums.get(place) ?? { webhookId, url, ...NONE }, one));
  }
  return [...sums.values()];
}
