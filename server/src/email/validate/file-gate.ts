import type { AppContext } from '../../app-context.ts';
import type { TenantCaller } from '../../core/context.ts';
import { type DraftMessage, isForNobody } from '../../messages/index.ts';
import { findFullWindows, leftBuckets, limitsOf, rollOn, sumBuckets } from '../../quota/index.ts';
import { findSuppressed } from '../../suppressions/index.ts';
import { peekMeter } from '../../tenants/index.ts';
import type { Submission } from '../intake/submission.ts';
import { findAnswers } from '../store.ts';

/** Tells before files are stored whether they would be kept: what is refused, or goes to nobody, stores nothing. */
export interface FileGate {
  /** `bytes`: of the files, which come on top of the body. */
  wouldKeep(message: DraftMessage, bytes: number): Promise<boolean>;
}

export interface GatedRequest extends Pick<Submission, 'route' | 'claim'> {
  readonly caller: TenantCaller;
  readonly emails: number;
}

/** Returns the bytes that a request may keep: none where it will be refused, or answered as before. */
async function findRoom({ db, clock }: AppContext, { caller, route, claim, emails }: GatedRequest): Promise<number> {
  const { tenantId } = caller;
  const known = claim === null ? [] : await findAnswers(db.read, [{ tenantId, route, key: claim.key }]);
  const meter = known.length > 0 ? undefined : await peekMeter(db.read, tenantId);
  if (meter === undefined) return 0;
  const now = clock.now();
  rollOn(meter, await sumBuckets(db.read, leftBuckets(meter, now)), now);
  const limits = limitsOf(caller.plan, caller.overrides);
  if (findFullWindows(meter, limits, emails).length > 0) return 0;
  return limits.storage === null ? Number.POSITIVE_INFINITY : limits.storage - meter.keptBytes - meter.changedBytes;
}

/**
 * Looks without locks, and only for requests that bring files. Admission decides: what it would keep although the gate did not
 * let it in is validated again, through an open one.
 */
export function createFileGate(app: AppContext, request: GatedRequest): FileGate {
  let room: number | undefined;

  async function isForSomebody(message: DraftMessage): Promise<boolean> {
    const { tenantId, id, stream, recipients } = message;
    const addressees = recipients.map(({ email }) => ({ tenantId, id, stream, email }));
    const found = await findSuppressed(app, app.db.read, addressees);
    const suppressed = new Set([...found].map(({ email }) => email));
    return !isForNobody(message, { now: app.clock.now(), suppressed });
  }

  return {
    async wouldKeep(message, bytes) {
      room ??= await findRoom(app, request);
      const needed = message.bodyBytes + bytes;
      if (needed > room || !(await isForSomebody(message))) return false;
      room -= needed;
      return true;
    },
  };
}

export const OPEN_GATE: FileGate = { wouldKeep: async () => true };
