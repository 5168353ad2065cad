import { describe, expect, it } from 'vitest';
import { ageOf } from './body-age.ts';
import type { AgedBody } from './body-store.ts';

const NOW = 1000;
const body = (change: Partial<AgedBody>): AgedBody => ({
  id: 'bod_1',
  attachments: '[]',
  status: 'sent',
  due_at: null,
  claim_job: null,
  sent_at: 300,
  updated_at: 400,
  ...change,
});

describe('the retention time of a body', () => {
  it('counts from when its message was sent, whatever came of that later', () => {
    expect(ageOf(body({}), NOW)).toBe(300);
    expect(ageOf(body({ status: 'failed' }), NOW)).toBe(300);
  });

  it.each(['failed', 'cancelled', 'suppressed'])('counts from when its message became %s', (status) => {
    expect(ageOf(body({ status, sent_at: null }), NOW)).toBe(400);
  });

  it.each(['queued', 'scheduled', 'sending'])('does not begin while its message is %s', (status) => {
    expect(ageOf(body({ status, sent_at: null }), NOW)).toBe(NOW);
  });

  it('does not begin while a sent message has recipients to be tried again', () => {
    expect(ageOf(body({ due_at: 2000 }), NOW)).toBe(NOW);
    expect(ageOf(body({ claim_job: 'job_1' }), NOW)).toBe(NOW);
  });

  it('is told by its owner where several messages share it', () => {
    expect(ageOf(body({ status: null }), NOW)).toBeUndefined();
  });
});
