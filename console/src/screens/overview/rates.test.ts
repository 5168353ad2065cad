import type { Stats } from '@posthorn/sdk';
import { describe, expect, it } from 'vitest';
import { ratesOf } from './rates.ts';

const NONE = { accepted: 0, sent: 0, delivered: 0, delayed: 0, bounced_hard: 0, bounced_soft: 0, bounced_policy: 0, complained: 0 };
const totals = (given: Partial<Stats['totals']>): Stats['totals'] => ({
  ...NONE,
  ...{ opened: 0, clicked: 0, failed: 0, suppressed: 0 },
  ...given,
});
const judged = (given: Partial<Stats['totals']>) => ratesOf(totals(given)).map(({ judgement }) => judgement);

describe('what receivers hold against a sender', () => {
  it('is judged of a hundred mails on', () => {
    expect(judged({ sent: 99, bounced_hard: 99 })).toEqual(['idle', 'idle']);
    expect(judged({ sent: 100, bounced_hard: 100 })).toEqual(['error', 'good']);
    expect(ratesOf(totals({})).map(({ share }) => share)).toEqual([0, 0]);
  });

  it('is what does not work, from 2 % and from 5 % on', () => {
    expect(judged({ sent: 1000, bounced_hard: 19, bounced_soft: 500, bounced_policy: 100 })[0]).toBe('good');
    expect(judged({ sent: 1000, bounced_hard: 20 })[0]).toBe('warn');
    expect(judged({ sent: 1000, bounced_hard: 50 })[0]).toBe('error');
  });

  it('is complaints, from 0.1 % and from 0.3 % on', () => {
    expect(judged({ sent: 10_000, complained: 9 })[1]).toBe('good');
    expect(judged({ sent: 10_000, complained: 10 })[1]).toBe('warn');
    expect(judged({ sent: 10_000, complained: 30 })[1]).toBe('error');
  });
});
