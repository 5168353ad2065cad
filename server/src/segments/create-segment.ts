import type { SegmentFilter } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { checkGivenFilter } from './check-filter.ts';
import { insertSegment, type Segment } from './store.ts';

export interface NewSegment {
  readonly name: string;
  readonly filter: SegmentFilter;
}

/** Saves a filter that is valid now. */
export async function createSegment(
  { db, clock, newId }: AppContext,
  tenantId: string,
  { name, filter }: NewSegment,
): Promise<Segment | ApiError<'invalid_filter'>> {
  const checked = await checkGivenFilter(db.read, tenantId, filter);
  if (checked instanceof ApiError) return checked;
  const at = clock.now();
  const segment = { id: newId('seg', at), tenantId, name, filter, createdAt: at, updatedAt: at };
  await db.transact((trx) => insertSegment(trx, segment));
  return segment;
}
