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

interface Bytes {
  readonly all: number;
  /** Without those that are stored already. */
  readonly fresh: number;
}

function sum(emails: readonly ValidEmail[]): Bytes {
  const sizes = emails.map(({ message, unstored = 0 }): Bytes => {
    const all = message.bodyBytes + unstored;
    return { all, fresh: message.isStaged ? unstored : all };
  });
  return sizes.reduce((total, { all, fresh }) => ({ all: total.all + all, fresh: total.fresh + fresh }), { all: 0, fresh: 0 });
}

/** Returns the refusal of a request whose emails would take its tenant beyond what it may keep; those to nobody take nothing. */
export function refuseOverStorage(
  submission: Submission,
  meter: Meter,
  { now, suppressedOf }: Suppressions,
): ApiError<'storage_limit_reached'> | undefined {
  const limit = storageLimit(submission.caller);
  const emails = validOf(submission);
  const fits = (given: readonly ValidEmail[]) => {
    const { all, fresh } = sum(given);
    return all === 0 || fresh <= limit - storedBytes(meter);
  };
  if (fits(emails)) return undefined;
  const kept = emails.filter(({ message }) => !isForNobody(message, { now, suppressed: suppressedOf(message) }));
  return fits(kept) ? undefined : overStorage(submission.caller);
}

/** Makes the figures of locked meters exact where it matters: of tenants near their limit. No statement where none is. */
export async function settleStorage(
  trx: Trx,
  { submissions, meters }: { submissions: readonly Submission[]; meters: ReadonlyMap<string, Meter> },
): Promise<void> {
  const tight = [...Map.groupBy(submissions, ({ caller }) => caller.tenantId)].flatMap(([tenantId, theirs]) => {
    const [meter, [first]] = [meters.get(tenantId), theirs];
    if (meter === undefined || first === undefined) return [];
    const { all } = sum(theirs.flatMap(validOf));
    return all <= Math.max(0, storageLimit(first.caller) - storedBytes(meter)) ? [] : [meter];
  });
  const changes = await takeChanges(trx, { tenantIds: tight.map(({ tenantId }) => tenantId), kind: 'kept' });
  for (const meter of tight) {
    meter.keptBytes += changes.find(({ tenantId }) => tenantId === meter.tenantId)?.bytes ?? 0;
    meter.changedBytes = 0;
  }
}
