import type { ApiError } from '../../core/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { type DraftMessage, isForNobody } from '../../messages/index.ts';
import { overStorage, storageLimit } from '../../quota/index.ts';
import { takeChanges } from '../../storage/store.ts';
import { type Meter, storedBytes } from '../../tenants/index.ts';
import { type Submission, type ValidEmail, validOf } from './submission.ts';

/** What decides whether a mail is for nobody. */
interface Suppressions {
  readonly now: number;
  readonly suppressedOf: (message: DraftMessage) => ReadonlySet<string>;
}

const sum = (emails: readonly ValidEmail[]) => emails.reduce((total, { message, unstored = 0 }) => total + message.bodyBytes + unstored, 0);

const fits = (emails: readonly ValidEmail[], meter: Meter, limit: number) => {
  const bytes = sum(emails);
  return bytes === 0 || bytes <= limit - storedBytes(meter);
};

/** Returns the refusal of a request whose emails would take its tenant beyond what it may keep; those to nobody take nothing. */
export function refuseOverStorage(
  submission: Submission,
  meter: Meter,
  { now, suppressedOf }: Suppressions,
): ApiError<'storage_limit_reached'> | undefined {
  const limit = storageLimit(submission.caller);
  const emails = validOf(submission);
  if (fits(emails, meter, limit)) return undefined;
  const kept = emails.filter(({ message }) => !isForNobody(message, { now, suppressed: suppressedOf(message) }));
  return fits(kept, meter, limit) ? undefined : overStorage(submission.caller);
}

/** Makes the figures of locked meters exact where it matters: of tenants near their limit. No statement where none is. */
export async function settleStorage(
  trx: Trx,
  { submissions, meters }: { submissions: readonly Submission[]; meters: ReadonlyMap<string, Meter> },
): Promise<void> {
  const tight = [...Map.groupBy(submissions, ({ caller }) => caller.tenantId)].flatMap(([tenantId, theirs]) => {
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
