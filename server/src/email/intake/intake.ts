import { ApiError } from '../../core/api-error.ts';
import { createGroupCommit, type GroupCommit } from '../../core/concurrency/group-commit.ts';
import { Unavailable } from '../../core/unavailable.ts';
import { isLockTimeout, type Trx } from '../../db/dialect.ts';
import { messagesAccepted } from '../../messages/index.ts';
import type { FullMinutes } from '../../quota/index.ts';
import { commitGroup, type Group } from './commit-group.ts';
import { findSuppressedRecipients } from './find-suppressed-recipients.ts';
import { withRetryAfter } from './quota-refusals.ts';
import type { AdmissionResult, Submission } from './submission.ts';
import type { WriteGroupParts } from './write-group.ts';

/** Emails in a transaction, but for those of one request: on SQLite nothing else of the process goes on amid it. */
const EMAILS_AT_ONCE = 500;

/**
 * `held`: somebody else holds the tenant; `doubtful`: the same, and a try before may have been committed; `stale`: its settings or files
 * have changed since the request was validated.
 */
type SubmissionResult = AdmissionResult | 'held' | 'doubtful' | 'stale';

export interface IntakeParts extends WriteGroupParts {
  readonly fullMinutes: FullMinutes;
}

/** The groups of requests that wait for a transaction. */
export interface Intake {
  readonly quick: GroupCommit<Submission, SubmissionResult>;
  /** For tenants that another group or process holds. */
  readonly patient: GroupCommit<Submission, SubmissionResult>;
  /** The same for requests that may have been committed, one at a time: such a one is looked for first. */
  readonly doubtful: GroupCommit<Submission, SubmissionResult>;
}

/** Somebody holds the tenant for longer than a request waits; one with the same key may be under way there. */
function refuseBusy({ claim }: Submission): AdmissionResult {
  const options = { headers: { 'Retry-After': '1' } };
  const code = claim === null ? 'service_unavailable' : 'idempotency_in_progress';
  return { rate: null, decision: { kind: 'refused', error: new ApiError(code, {}, options) } };
}

async function runGroup(parts: IntakeParts, group: Group, releaseNext: () => void): Promise<readonly SubmissionResult[]> {
  const { db, hooks } = parts.app;
  try {
    const commit = async (trx: Trx) => {
      const result = await commitGroup(parts, trx, group);
      // Where one writes at a time, the next would only take the event loop before this one's answers; a group that waits for its tenants may hold one connection only.
      if (db.writers === 'many' && group.mode === 'skip') releaseNext();
      return result;
    };
    const { admissions, buckets, accepted, now } = await db.transact(commit, { inLine: false });
    const messages = accepted.map(({ message }) => message);
    await hooks.call(messagesAccepted, messages);
    return admissions.map((admission) => (typeof admission === 'object' ? withRetryAfter(admission, buckets, now) : admission));
  } catch (error) {
    const timedOut = error instanceof Unavailable && isLockTimeout(error.cause);
    if (!timedOut || group.mode === 'skip') throw error;
    // The others of the group need not wait once more for the one tenant that is held.
    return runGroup(parts, { ...group, mode: 'skip' }, releaseNext);
  }
}

function noteFullMinutes(full: FullMinutes, submissions: readonly Submission[], results: readonly SubmissionResult[]): void {
  for (const [index, { caller }] of submissions.entries()) {
    const result = results[index];
    if (typeof result === 'object' && result.rate !== null) full.note(caller, result.rate);
  }
}

async function runSubmissions(
  parts: IntakeParts,
  submissions: readonly Submission[],
  { again, mode, releaseNext }: Pick<Group, 'again' | 'mode'> & { readonly releaseNext: () => void },
): Promise<readonly SubmissionResult[]> {
  // Without locks and before the transaction; delivery looks again.
  const suppressedOf = await findSuppressedRecipients(parts.app, submissions);
  const results = await runGroup(parts, { submissions, suppressedOf, again, mode }, releaseNext);
  // What a second try has counted may not be what was committed.
  if (again) return results.map((result) => (result === 'held' ? 'doubtful' : result));
  noteFullMinutes(parts.fullMinutes, submissions, results);
  return results;
}

/**
 * Group commit: submissions that arrive while a transaction is under way share the next one, which
 * takes the same handful of statements however many they are.
 */
export function createIntake(parts: IntakeParts): Intake {
  const groups = (mode: Group['mode'], { most, isAgain }: { most: number; isAgain: boolean }) =>
    createGroupCommit<Submission, SubmissionResult>({
      inFlight: 1,
      most,
      weightOf: ({ emails }) => Math.max(1, emails.length),
      keyOf: ({ caller }) => caller.tenantId,
      commit: (submissions, again, releaseNext) => runSubmissions(parts, submissions, { again: again || isAgain, mode, releaseNext }),
    });
  const fresh = { most: EMAILS_AT_ONCE, isAgain: false };
  // One group waits for all tenants that are held, so that a busy tenant takes one connection.
  return { quick: groups('skip', fresh), patient: groups('wait', fresh), doubtful: groups('wait', { most: 1, isAgain: true }) };
}

/** Resolves after the commit that made what was accepted durable. `stale`: to be validated again. */
export async function submit({ quick, patient, doubtful }: Intake, submission: Submission): Promise<AdmissionResult | 'stale'> {
  const first = await quick.add(submission);
  const second = first === 'held' ? await patient.add(submission) : first;
  const result = second === 'doubtful' ? await doubtful.add(submission) : second;
  return result === 'held' || result === 'doubtful' ? refuseBusy(submission) : result;
}
