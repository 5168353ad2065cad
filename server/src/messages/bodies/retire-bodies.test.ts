import { describe, expect, it } from 'vitest';
import type { AgedBody, AgedMessage } from './body-store.ts';
import { ageOf } from './retire-bodies.ts';

const NOW = 1000;
const body = (change: Partial<AgedMessage>): AgedBody => ({
  id: 'bod_1',
  attachments: [],
  message: { status: 'sent', dueAt: null, claimed: false, sentAt: 300, updatedAt: 400, ...change },
});

describe('the retention time of a body', () => {
  it('counts from when its message was sent, whatever came of that later', () => {
    expect(ageOf(body({}), NOW)).toBe(300);
    expect(ageOf(body({ status: 'failed' }), NOW)).toBe(300);
  });

  it.each(['failed', 'cancelled', 'suppressed'])('counts from when its message became %s', (status) => {
    expect(ageOf(body({ status, sentAt: null }), NOW)).toBe(400);
  });

  it.each(['queued', 'scheduled', 'sending'])('does not begin while its message is %s', (status) => {
    expect(ageOf(body({ status, sentAt: null }), NOW)).toBe(NOW);
  });

  it('does not begin while a sent message has recipients to be tried again', () => {
    expect(ageOf(body({ dueAt: 2000 }), NOW)).toBe(NOW);
    expect(ageOf(body({ claimed: true }), NOW)).toBe(NOW);
  });

  it('is told by its owner where several messages share it', () => {
    expect(ageOf({ ...body({}), message: null }, NOW)).toBeUndefined();
  });
});
