import { describe, expect, it } from 'vitest';
import { type EndpointSettlement, sumAnswers } from './sum-answers.ts';

const answered = (webhookId: string, at: number, status: number | null, url = 'https://one.example/'): EndpointSettlement => {
  const isGood = status === 204;
  const attempt = { attempt: 1, at, response_status: status, duration_ms: 1, error: status === null ? 'timeout' : null };
  return {
    webhookId,
    url,
    wasPosted: true,
    deliveryId: `d${at}`,
    jobId: 'j',
    jobAttempt: 1,
    status: isGood ? 'delivered' : 'pending',
    attempts: [{ ...attempt, at: at - 100 }, attempt],
    attemptCount: 2,
    nextAttemptAt: isGood ? null : at + 100,
  };
};

const at = (webhookId: string, url = 'https://one.example/') => ({ webhookId, url });

describe('what came of attempts', () => {
  it('is summed for each endpoint, from the first failure to the last', () => {
    expect(sumAnswers([answered('a', 1, 500), answered('b', 2, 204), answered('a', 3, null)])).toEqual([
      { ...at('a'), hasSucceeded: false, failing: { since: 1, attempts: 2, last: { at: 3, response_status: null, error: 'timeout' } } },
      { ...at('b'), hasSucceeded: true, failing: null },
    ]);
  });

  it('is summed for each URL apart, where that is another one meanwhile', () => {
    const moved = sumAnswers([answered('a', 1, 500), answered('a', 2, 204, 'https://two.example/')]);
    expect(moved.map(({ url, hasSucceeded }) => [url, hasSucceeded])).toEqual([
      ['https://one.example/', false],
      ['https://two.example/', true],
    ]);
  });

  it('has nothing of those for which there was nothing to post', () => {
    expect(sumAnswers([{ ...answered('a', 1, null), wasPosted: false }])).toEqual([]);
  });

  it('begins anew after a success', () => {
    expect(sumAnswers([answered('a', 1, 500), answered('a', 2, 204), answered('a', 3, 503)])).toEqual([
      { ...at('a'), hasSucceeded: true, failing: { since: 3, attempts: 1, last: { at: 3, response_status: 503, error: null } } },
    ]);
  });
});
