import type { SuppressionReason } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { type SuppressionEntry, toSuppression, widen } from './suppression.ts';

const entry = (reason: SuppressionReason, sourceMessageId: string | null = null): SuppressionEntry => ({
  tenantId: 't',
  email: 'a@example.com',
  reason,
  sourceMessageId,
  testMode: sourceMessageId !== null,
  at: 9,
});

describe('toSuppression', () => {
  it.each([
    ['manual', 'all'],
    ['hard_bounce', 'all'],
    ['complaint', 'all'],
    ['unsubscribe', 'marketing'],
  ] as const)('gives %s the scope %s', (reason, scope) => {
    expect(toSuppression(entry(reason), 5)).toMatchObject({ reason, scope, createdAt: 5 });
  });
});

describe('widen', () => {
  const all = ['manual', 'hard_bounce', 'complaint'] as const;

  it.each(all)('leaves an entry that was made by %s as it is, whatever comes', (first) => {
    const before = toSuppression(entry(first), 5);
    for (const reason of [...all, 'unsubscribe'] as const) expect(widen(before, entry(reason, 'm'))).toEqual(before);
  });

  it.each(all)('takes over an unsubscription by %s, with its reason and source and the first time', (reason) => {
    const before = toSuppression(entry('unsubscribe', 'm1'), 5);
    expect(widen(before, entry(reason))).toEqual({
      tenantId: 't',
      email: 'a@example.com',
      reason,
      scope: 'all',
      sourceMessageId: null,
      testMode: false,
      createdAt: 5,
    });
  });

  it('leaves an unsubscription by a second one', () => {
    const before = toSuppression(entry('unsubscribe', 'm1'), 5);
    expect(widen(before, entry('unsubscribe', 'm2'))).toEqual(before);
  });
});
