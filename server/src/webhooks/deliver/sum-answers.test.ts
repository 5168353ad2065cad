import { describe, expect, it } from 'vitest';
import { type EndpointSettlement, sumAnswers } from './sum-answers.ts';

const answered = (webhookId: string, at: number, status: number | null): EndpointSettlement => {
  const isGood = status === 204;
  const attempt = { attempt: 1, at, response_status: status, duration_ms: 1, error: status === null ? 'timeout' : null };
  return {
    webhookId,
    deliveryId: `d${at}`,
    jobId: 'j',
    jobAttempt: 1,
    status: isGood ? 'delivered' : 'pending',
    attempts: [{ ...attempt, at: at - 100 }, attempt],
    attemptCount: 2,
    nextAttemptAt: isGood ? null : at + 100,
  };
};

describe('what came of attempts', () => {
  it('is summed for each endpoint, from the first failure to the last', () => {
    expect(sumAnswers([answered('a', 1, 500), answered('b', 2, 204), answered('a', 3, null)])).toEqual([
      { webhookId: 'a', hasSucceeded: false, failing: { since: 1, attempts: 2, last: { at: 3, response_status: null, error: 'timeout' } } },
      { webhookId: 'b', hasSucceeded: true, failing: null },
    ]);
  });

  it('begins anew after a success', () => {
    expect(sumAnswers([answered('a', 1, 500), answered('a', 2, 204), answered('a', 3, 503)])).toEqual([
      { webhookId: 'a', hasSucceeded: true, failing: { since: 3, attempts: 1, last: { at: 3, response_status: 503, error: null } } },
    ]);
  });
});
