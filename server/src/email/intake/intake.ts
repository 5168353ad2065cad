import type { CommitTry } from '../../core/concurrency/commit-items.ts';
import { createGroupCommit, type GroupCommit } from '../../core/concurrency/group-commit.ts';
import type { Patience } from '../../core/concurrency/group-patience.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { isLockTimeout, type Trx } from '../../db/dialect.ts';
import { messagesAccepted } from '../../messages/index.ts';
import { workPlanned } from '../../queue/jobs.ts';
import type { RateLimitedTenants } from '../../quota/index.ts';
import type { AdmissionRequest, AdmissionResult } from './admission-request.ts';
import { commitGroup } from './commit-group.ts';
import type { Group } from './locked-group.ts';
import { withRetryAfter } from './quota-refusals.ts';
import type { WriteGroupParts } from './write-group.ts';

/** Most emails in a transaction, unless one request alone has more: on SQLite a transaction blocks the process. */
const EMAILS_AT_ONCE = 500;
/** Emails from which a request shares no transaction with smaller ones, which then do not wait for it where several can be under way. */
const LARGE_BATCH = 10;

/** How long a request waits for those of its tenant that this process is committing. For those of another one, the engine's lock time-out is as long. */
const PATIENCE_MS = 10_000;

/**
 * `held`: another transaction has locked the tenant; `late`: it is one of this process, and has been for long; `doubtful`: the same as
 * `held`, and an earlier try may have been committed; `stale`: settings or files of the tenant have changed since the request was validated.
 */
type RequestResult = AdmissionResult | 'held' | 'late' | 'doubtful' | 'stale';

export interface IntakeParts extends WriteGroupParts {
  readonly rateLimitedTenants: RateLimitedTenants;
}

/** Group commits that requests go through, from the one that never waits for a lock to the one that looks for an earlier commit. */
export interface Intake {
  /** Skips tenants whose meter is locked. */
  readonly quick: GroupCommit<AdmissionRequest, RequestResult>;
  /** Waits for tenants whose meter another group or process has locked. */
  readonly patient: GroupCommit<AdmissionRequest, RequestResult>;
  /** The same for requests that may have been committed already, one at a time: it looks for their messages first. */
  readonly doubtful: GroupCommit<AdmissionRequest, RequestResult>;
}

/** The tenant stayed locked for longer than a request waits. A request with the same idempotency key may be what holds it. */
function refuseBusy({ idempotency }: AdmissionRequest): AdmissionResult {
  const options = { headers: { 'Retry-After': '1' } };
  const code = idempotency === null ? 'service_unavailable' : 'idempotency_in_progress';
  return { rate: null, decision: { kind: 'refused', error: new ApiError(code, {}, options) } };
}

async function runGroup(parts: IntakeParts, group: Group, releaseNext: () => void): Promise<readonly RequestResult[]> {
  const { db, hooks } = parts.app;
  try {
    const commit = async (trx: Trx) => {
      const result = await commitGroup(parts, trx, group);
      // With a single writer the next group would only delay the answers of this one; and groups that wait for locks may hold one connection only.
      if (db.writers === 'many' && group.mode === 'skip') releaseNext();
      return result;
    };
    const { admissions, buckets, accepted, now } = await db.transact(commit, { inLine: false, keepPlans: true });
    const messages = accepted.map(({ message }) => message);
    await hooks.notify(messagesAccepted, messages);
    const scheduled = accepted.flatMap(({ state: { status, dueAt } }) => (status === 'scheduled' ? (dueAt ?? []) : []));
    if (scheduled.length > 0) await hooks.notify(workPlanned, 'scheduler', Math.min(...scheduled));
    return admissions.map((admission) => (typeof admission === 'object' ? withRetryAfter(admission, buckets, now) : admission));
  } catch (error) {
    const timedOut = error instanceof Unavailable && isLockTimeout(error.cause);
    if (!timedOut || group.mode === 'skip') throw error;
    // The rest of the group need not wait once more for the one tenant that is locked.
    return runGroup(parts, { ...group, mode: 'skip' }, releaseNext);
  }
}

function noteRateLimited(full: RateLimitedTenants, requests: readonly AdmissionRequest[], results: readonly RequestResult[]): void {
  for (const [index, { caller }] of requests.entries()) {
    const result = results[index];
    if (typeof result === 'object' && result.rate !== null) full.note(caller, result.rate);
  }
}

async function runRequests(
  parts: IntakeParts,
  requests: readonly AdmissionRequest[],
  { again, mode, releaseNext }: Pick<Group, 'mode'> & CommitTry,
): Promise<readonly RequestResult[]> {
  const results = await runGroup(parts, { requests, again, mode }, releaseNext);
  // The rate that a second try has counted may not be the one that was committed.
  if (again) return results.map((result) => (result === 'held' ? 'doubtful' : result));
  noteRateLimited(parts.rateLimitedTenants, requests, results);
  return results;
}

interface GroupsOptions {
  readonly most: number;
  readonly isAgain: boolean;
  readonly patience?: Patience<RequestResult>;
}

/**
 * Creates the intake. Requests that arrive while a transaction is under way share the next one (group commit), which has the same
 * number of statements however many they are.
 */
export function createIntake(parts: IntakeParts): Intake {
  const groups = (mode: Group['mode'], { most, isAgain, ...patience }: GroupsOptions) =>
    createGroupCommit<AdmissionRequest, RequestResult>({
      inFlight: 1,
      most,
      weightOf: ({ emails }) => Math.max(1, emails.length),
      keyOf: ({ caller }) => caller.tenantId,
      ...patience,
      laneOf: ({ emails }) => (parts.app.db.writers === 'many' && emails.length >= LARGE_BATCH ? 'large' : 'small'),
      commit: (requests, { again, releaseNext }) => runRequests(parts, requests, { again: again || isAgain, mode, releaseNext }),
    });
  const fresh: GroupsOptions = { most: EMAILS_AT_ONCE, isAgain: false, patience: { ms: PATIENCE_MS, result: 'late' } };
  // One group waits for all tenants that are held, so that a busy tenant takes one connection.
  return { quick: groups('skip', fresh), patient: groups('wait', fresh), doubtful: groups('wait', { most: 1, isAgain: true }) };
}

/** Returns the decision over a request, after the commit that made it durable; `stale` where it has to be validated again. */
export async function requestAdmission(
  { quick, patient, doubtful }: Intake,
  request: AdmissionRequest,
): Promise<AdmissionResult | 'stale'> {
  const first = await quick.add(request);
  const second = first === 'held' ? await patient.add(request) : first;
  const result = second === 'doubtful' ? await doubtful.add(request) : second;
  return typeof result === 'object' || result === 'stale' ? result : refuseBusy(request);
}
