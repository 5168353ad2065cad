import type { AppContext } from '../../app-context.ts';
import type { TenantCaller } from '../../core/request/caller.ts';
import { findMeter, storedBytes } from '../../meters/store.ts';
import { findFullWindows, limitsOf, movedBuckets, rollOn, storageLimit, sumBuckets } from '../../quota/index.ts';
import { findAnswers } from '../store.ts';
import type { AdmissionRequest } from './admission-request.ts';

/** A send request before its files and bodies are stored. */
export interface PlannedRequest extends Pick<AdmissionRequest, 'route' | 'idempotency'> {
  readonly caller: TenantCaller;
  readonly emails: number;
}

/**
 * Returns how many bytes of storage a request may take; 0 where it will be refused or replayed. An estimate, read without locks:
 * admission decides.
 */
export async function findBytesLeft({ db, clock }: AppContext, { caller, route, idempotency, emails }: PlannedRequest): Promise<number> {
  const { tenantId } = caller;
  const known = idempotency === null ? [] : await findAnswers(db.read, [{ tenantId, route, key: idempotency.key }]);
  const meter = known.length > 0 ? undefined : await findMeter(db.read, tenantId);
  if (meter === undefined) return 0;
  const now = clock.now();
  rollOn(meter, await sumBuckets(db.read, movedBuckets(meter, now)), now);
  if (findFullWindows(meter, limitsOf(caller.plan, caller.overrides), emails).length > 0) return 0;
  return storageLimit(caller) - storedBytes(meter);
}
