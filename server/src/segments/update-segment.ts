import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { checkFilter } from './check-filter.ts';
import type { NewSegment } from './create-segment.ts';
import type { Segment } from './segment.ts';
import { updateSegmentRow } from './store.ts';

export interface UpdateSegment {
  readonly tenantId: string;
  readonly id: string;
  /** What is left out stays. */
  readonly changes: { readonly [K in keyof NewSegment]?: NewSegment[K] | undefined };
}

/** Renames a segment or replaces its filter. */
export async function updateSegment(
  { db, clock }: AppContext,
  { tenantId, id, changes }: UpdateSegment,
): Promise<Segment | ApiError<'not_found' | 'invalid_filter'>> {
  if (changes.filter !== undefined) {
    const checked = await checkFilter(db.read, tenantId, changes.filter);
    if (checked instanceof ApiError) return checked;
  }
  const updated = await db.transact((trx) => updateSegmentRow(trx, { tenantId, id }, { ...changes, at: clock.now() }));
  return updated ?? new ApiError('not_found');
}
