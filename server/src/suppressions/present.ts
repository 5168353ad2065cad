import type { Suppression } from '@posthorn/contract';
import type { SuppressionRow } from '../db/schema.ts';

/** Row to wire. */
export function presentSuppression(row: SuppressionRow): Suppression {
  return {
    email: row.email,
    // Safe because only reasons and scopes of the contract are ever written.
    reason: row.reason as Suppression['reason'],
    scope: row.scope as Suppression['scope'],
    source_message_id: row.source_message_id,
    test_mode: row.test_mode === 1,
    created_at: row.created_at,
  };
}

/** Cuts a page out of one row more than it holds. */
export function presentPage(rows: readonly SuppressionRow[], limit: number) {
  const page = rows.slice(0, limit);
  return { data: page.map(presentSuppression), next_cursor: rows.length > limit ? (page.at(-1)?.created_at ?? null) : null };
}
