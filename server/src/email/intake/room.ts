import { ApiError } from '../../core/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { type DraftMessage, isForNobody } from '../../messages/index.ts';
import { limitsOf } from '../../quota/index.ts';
import { takeChanges } from '../../storage/store.ts';
import type { Meter } from '../../tenants/index.ts';
import { type Submission, type ValidEmail, validOf } from './submission.ts';

/** What decides whether a mail is for nobody. */
interface Outlook {
  readonly now: number;
  readonly suppressedOf: (message: DraftMessage) => ReadonlySet<string>;
}

const sum = (emails: readonly ValidEmail[]) => emails.reduce((total, { message, unstored = 0 }) => total + message.bodyBytes + unstored, 0);

const limitOf = ({ caller }: Submission) => limitsOf(caller.plan, caller.overrides).storage;

const fits = (meter: Meter, bytes: number, limit: number) => bytes === 0 || meter.keptBytes + meter.changedBytes + bytes <= limit;

/** Returns the refusal of a request whose tenant has no room for what would be kept of it. */
export function refuseUnroomed(
  submission: Submission,
  meter: Meter,
  { now, suppressedOf }: Outlook,
): ApiError<'storage_limit_reached'> | undefined {
  const limit = limitOf(submission);
  const emails = validOf(submission);
  if (limit === null || fits(meter, sum(emails), limit)) return undefined;
  const kept = emails.filter(({ message }) => !isForNobody(message, { now, suppressed: suppressedOf(message) }));
  return fits(meter, sum(kept), limit) ? undefined : new ApiError('storage_limit_reached', { limit });
}

/** Makes the figures of locked meters exact where it matters: of tenants that may have no room. No statement where all have. */
export async function settleRoom(
  trx: Trx,
  { submissions, meters }: { submissions: readonly Submission[]; meters: ReadonlyMap<string, Meter> },
): Promise<void> {
  const tight = [...Map.groupBy(submissions, ({ caller }) => caller.tenantId)].flatMap(([tenantId, theirs]) => {
    const [meter, [first]] = [meters.get(tenantId), theirs];
    const limit = first === undefined ? null : limitOf(first);
    return meter === undefined || limit === null || fits(meter, sum(theirs.flatMap(validOf)), limit) ? [] : [meter];
  });
  const changes = await takeChanges(trx, { tenantIds: tight.map(({ tenantId }) => tenantId), kind: 'kept' });
  for (const meter of tight) {
    meter.keptBytes += changes.find(({ tenantId }) => tenantId === meter.tenantId)?.bytes ?? 0;
    meter.changedBytes = 0;
  }
}
