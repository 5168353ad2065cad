import type { AppContext } from '../../app-context.ts';
import { countMembers, findAudience } from '../../audiences/index.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { checkFilter, findSegment } from '../../segments/index.ts';
import type { OpenTarget, Target } from '../broadcast.ts';
import { countTarget } from './target-store.ts';

/** Returns a target with the values needed to find its contacts, or why it cannot be used. The filter of a segment is checked each time. */
export async function openTarget(
  { db }: AppContext,
  tenantId: string,
  { kind, id }: Target,
): Promise<OpenTarget | ApiError<'target_not_found' | 'invalid_filter'>> {
  const gone = () => new ApiError('target_not_found', { field: 'target_id' });
  if (kind === 'audience') return (await findAudience(db.read, { tenantId, id })) === undefined ? gone() : { kind, id };
  const segment = await findSegment(db.read, { tenantId, id });
  if (segment === undefined) return gone();
  const filter = await checkFilter(db.read, tenantId, segment.filter);
  return filter instanceof ApiError ? filter : { kind, filter };
}

/** Returns how many contacts a target has, whatever their status. */
export function countRecipients({ db, clock }: AppContext, tenantId: string, target: OpenTarget): Promise<number> {
  if (target.kind === 'audience') return countMembers(db.scan(tenantId), target.id);
  return countTarget(db.scan(tenantId), { tenantId, target, now: clock.now() });
}
