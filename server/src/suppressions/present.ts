import type { Suppression as WireSuppression } from '@posthorn/contract';
import type { Suppression } from './suppression.ts';

export const presentSuppression = (suppression: Suppression): WireSuppression => ({
  email: suppression.email,
  reason: suppression.reason,
  scope: suppression.scope,
  source_message_id: suppression.sourceMessageId,
  test_mode: suppression.testMode,
  created_at: suppression.createdAt,
});

/** Presents a page, given one entry more than it holds. */
export function presentPage(suppressions: readonly Suppression[], limit: number) {
  const page = suppressions.slice(0, limit);
  return { data: page.map(presentSuppression), next_cursor: suppressions.length > limit ? (page.at(-1)?.createdAt ?? null) : null };
}
