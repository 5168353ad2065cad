import type { ApiError } from '../../core/errors/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { type DraftMessage, isForNobody } from '../../messages/index.ts';
import { type Meter, storedBytes } from '../../meters/store.ts';
import { overStorage, storageLimit } from '../../quota/index.ts';
import { takeChanges } from '../../storage/store.ts';
import { type AdmissionRequest, type ValidEmail, validOf } from './admission-request.ts';

/** What decides whether an email has no recipient that gets it. */
interface Suppressions {
  readonly now: number;
  readonly suppressedOf: (message: DraftMessage) => ReadonlySet<string>;
}

const sum = (emails: readonly ValidEmail[]) => emails.reduce((total, { message, unstored = 0 }) => total + message.bodyBytes + unstored, 0);

const fits = (emails: readonly ValidEmail[], meter: Meter, limit: number) => {
  const bytes = sum(emails);
  return bytes === 0 || bytes <= limit - storedBytes(meter);
};

/** Returns the refusal of a request whose emails would exceed its tenant's storage limit; emails without a recipient that gets them take no storage. */
export function refuseOverStorage(
  request: AdmissionRequest,
  meter: Meter,
  { now, suppressedOf }: Suppressions,
): ApiError<'storage_limit_reached'> | undefined {
  const limit = storageLimit(request.caller);
  const emails = validOf(request);
  if (fits(emails, meter, limit)) return undefined;
  const kept = emails.filter(({ message }) => !isForNobody(message, { now, suppressed: suppressedOf(message) }));
  return fits(kept, meter, limit) ? undefined : overStorage(request.caller);
}

/** Folds pending storage changes into the locked meters of tenants near their limit, whose figures have to be exact. No statement without such tenants. */
export async function settleStorage(
  trx: Trx,
  { requests, meters }: { requests: readonly AdmissionRequest[]; meters: ReadonlyMap<string, Meter> },
): Promise<void> {
  const tight = [...Map.groupBy(requests, ({ caller }) => caller.tenantId)].flatMap(([tenantId, theirs]) => {
    const [meter, [first]] = [meters.get(tenantId), theirs];
    if (meter === undefined || first === undefined) return [];
    return fits(theirs.flatMap(validOf), meter, storageLimit(first.caller)) ? [] : [meter];
  });
  const changes = await takeChanges(trx, { tenantIds: tight.map(({ tenantId }) => tenantId), kind: 'kept' });
  for (const meter of tight) {
    meter.keptBytes += changes.find(({ tenantId }) => tenantId === meter.tenantId)?.bytes ?? 0;
    meter.changedBytes = 0;
  }
}
