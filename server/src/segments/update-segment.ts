import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { checkGivenFilter } from './check-filter.ts';
import type { NewSegment } from './create-segment.ts';
import { findSegment, type Segment, updateSegmentRow } from './store.ts';

/** Omitted fields stay. */
export type SegmentChanges = { readonly [K in keyof NewSegment]?: NewSegment[K] | undefined };

/** Renames a segment or replaces its filter. */
export async function updateSegment(
  { db, clock }: AppContext,
  ref: ObjectRef,
  body: () => SegmentChanges,
): Promise<Segment | ApiError<'not_found' | 'invalid_filter'>> {
  if ((await findSegment(db.read, ref)) === undefined) return new ApiError('not_found');
  const changes = body();
  if (changes.filter !== undefined) {
    const checked = await checkGivenFilter(db.read, ref.tenantId, changes.filter);
    if (checked instanceof ApiError) return checked;
  }
  const updated = await db.transact((trx) => updateSegmentRow(trx, ref, { ...changes, at: clock.now() }));
  return updated ?? new ApiError('not_found');
}
