import type { AppContext } from '../../app-context.ts';
import type { TenantCaller } from '../../core/caller.ts';
import { type DraftMessage, isForNobody } from '../../messages/index.ts';
import { findFullWindows, leftBuckets, limitsOf, rollOn, storageLimit, sumBuckets } from '../../quota/index.ts';
import { findSuppressed } from '../../suppressions/index.ts';
import { findMeter, storedBytes } from '../../tenants/index.ts';
import type { Submission } from '../intake/submission.ts';
import { findAnswers } from '../store.ts';

/** Tells before files are stored whether they would be kept: what is refused, or goes to nobody, stores nothing. */
export interface FilePreflight {
  /** `bytes`: of the files, which come on top of the body. */
  wouldKeep(message: DraftMessage, bytes: number): Promise<boolean>;
}

export interface PlannedRequest extends Pick<Submission, 'route' | 'claim'> {
  readonly caller: TenantCaller;
  readonly emails: number;
}

/** Returns the bytes that a request may keep: none where it will be refused, or answered as before. */
async function findLeft({ db, clock }: AppContext, { caller, route, claim, emails }: PlannedRequest): Promise<number> {
  const { tenantId } = caller;
  const known = claim === null ? [] : await findAnswers(db.read, [{ tenantId, route, key: claim.key }]);
  const meter = known.length > 0 ? undefined : await findMeter(db.read, tenantId);
  if (meter === undefined) return 0;
  const now = clock.now();
  rollOn(meter, await sumBuckets(db.read, leftBuckets(meter, now)), now);
  if (findFullWindows(meter, limitsOf(caller.plan, caller.overrides), emails).length > 0) return 0;
  return storageLimit(caller) - storedBytes(meter);
}

/**
 * Looks without locks, and only for requests that bring files. Admission decides: what it would keep although this
 * said no is validated again, without being asked.
 */
export function createFilePreflight(app: AppContext, request: PlannedRequest): FilePreflight {
  let left: number | undefined;

  async function isForSomebody(message: DraftMessage): Promise<boolean> {
    const { tenantId, id, stream, recipients } = message;
    const addressees = recipients.map(({ email }) => ({ tenantId, id, stream, email }));
    const found = await findSuppressed(app, app.db.read, addressees);
    const suppressed = new Set([...found].map(({ email }) => email));
    return !isForNobody(message, { now: app.clock.now(), suppressed });
  }

  return {
    async wouldKeep(message, bytes) {
      left ??= await findLeft(app, request);
      const needed = message.bodyBytes + bytes;
      if (needed > left || !(await isForSomebody(message))) return false;
      left -= needed;
      return true;
    },
  };
}

/** Keeps every file. */
export const NO_PREFLIGHT: FilePreflight = { wouldKeep: async () => true };
