import type { AppContext } from '../../app-context.ts';
import type { TenantCaller } from '../../core/caller.ts';
import { findFullWindows, leftBuckets, limitsOf, rollOn, storageLimit, sumBuckets } from '../../quota/index.ts';
import { findMeter, storedBytes } from '../../tenants/index.ts';
import { findAnswers } from '../store.ts';
import type { Submission } from './submission.ts';

export interface PlannedRequest extends Pick<Submission, 'route' | 'claim'> {
  readonly caller: TenantCaller;
  readonly emails: number;
}

/**
 * Returns the bytes that a request may keep: none where it will be refused, or answered as before. Looks without locks: admission
 * decides.
 */
export async function findBytesLeft({ db, clock }: AppContext, { caller, route, claim, emails }: PlannedRequest): Promise<number> {
  const { tenantId } = caller;
  const known = claim === null ? [] : await findAnswers(db.read, [{ tenantId, route, key: claim.key }]);
  const meter = known.length > 0 ? undefined : await findMeter(db.read, tenantId);
  if (meter === undefined) return 0;
  const now = clock.now();
  rollOn(meter, await sumBuckets(db.read, leftBuckets(meter, now)), now);
  if (findFullWindows(meter, limitsOf(caller.plan, caller.overrides), emails).length > 0) return 0;
  return storageLimit(caller) - storedBytes(meter);
}
