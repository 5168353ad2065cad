import type { SuppressionReason } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { type SuppressionEntry, toRow, widen } from './suppression.ts';

const entry = (reason: SuppressionReason, sourceMessageId: string | null = null): SuppressionEntry => ({
  tenantId: 't',
  email: 'a@example.com',
  reason,
  sourceMessageId,
  testMode: sourceMessageId !== null,
  at: 9,
});

describe('toRow', () => {
  it.each([
    ['manual', 'all'],
    ['hard_bounce', 'all'],
    ['complaint', 'all'],
    ['unsubscribe', 'marketing'],
  ] as const)('gives %s the scope %s', (reason, scope) => {
    expect(toRow(entry(reason), 5)).toMatchObject({ reason, scope, created_at: 5 });
  });
});

describe('widen', () => {
  const all = ['manual', 'hard_bounce', 'complaint'] as const;

  it.each(all)('leaves an entry that was made by %s as it is, whatever comes', (first) => {
    const row = toRow(entry(first), 5);
    for (const reason of [...all, 'unsubscribe'] as const) expect(widen(row, entry(reason, 'm'))).toEqual(row);
  });

  it.each(all)('takes over an unsubscription by %s, with its reason and source and the first time', (reason) => {
    const row = toRow(entry('unsubscribe', 'm1'), 5);
    expect(widen(row, entry(reason))).toEqual({
      tenant_id: 't',
      email: 'a@example.com',
      reason,
      scope: 'all',
      source_message_id: null,
      test_mode: 0,
      created_at: 5,
    });
  });

  it('leaves an unsubscription by a second one', () => {
    const row = toRow(entry('unsubscribe', 'm1'), 5);
    expect(widen(row, entry('unsubscribe', 'm2'))).toEqual(row);
  });
});
