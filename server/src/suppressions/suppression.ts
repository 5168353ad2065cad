import type { SuppressionReason } from '@posthorn/contract';
import type { SuppressionRow } from '../db/schema.ts';

/** In place of a tenant's id: the operator's lists, which hold for all tenants. */
export const ALL_TENANTS = '';

/** An address that somebody or something wants on a tenant's list. */
export interface SuppressionEntry {
  readonly tenantId: string;
  /** Bare and in lower case. */
  readonly email: string;
  readonly reason: SuppressionReason;
  /** The message that the reason came from. */
  readonly sourceMessageId: string | null;
  /** Whether the reason was simulated. */
  readonly testMode: boolean;
  readonly at: number;
}

/** An unsubscription must not hold back what its reader is owed, such as a password reset. */
const scopeOf = (reason: SuppressionReason) => (reason === 'unsubscribe' ? 'marketing' : 'all');

/** A new row of the list. */
export const toRow = (entry: SuppressionEntry, createdAt: number): SuppressionRow => ({
  tenant_id: entry.tenantId,
  email: entry.email,
  reason: entry.reason,
  scope: scopeOf(entry.reason),
  source_message_id: entry.sourceMessageId,
  test_mode: entry.testMode ? 1 : 0,
  created_at: createdAt,
});

/** What a further entry makes of a row: the first reason stays, but one that holds back all mail takes the place of an unsubscription. */
export function widen(row: SuppressionRow, entry: SuppressionEntry): SuppressionRow {
  return row.scope === 'marketing' && scopeOf(entry.reason) === 'all' ? toRow(entry, row.created_at) : row;
}
