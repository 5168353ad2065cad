import { ApiError } from '../core/api-error.ts';
import { createGroupCommit } from '../core/group-commit.ts';
import { Unavailable } from '../core/unavailable.ts';
import { isLockTimeout } from '../db/dialect.ts';
import { messagesAccepted } from '../messages/index.ts';
import type { FullWindows } from '../quota/index.ts';
import { findSuppressed } from '../suppressions/index.ts';
import { type CommitGroupParts, type Group, groupCommitter } from './commit-group.ts';
import type { GateState } from './gate.ts';
import { speak } from './quota-refusals.ts';
import type { Passage, Submission } from './submission.ts';

const GROUP_SIZE = 200;

/** `stale`: the tenant's settings or files have changed since the request was judged; judge again. */
export type Verdicted = Passage | 'stale';
/** `held`: somebody else holds the tenant. */
type GroupResult = Verdicted | 'held';

export interface Intake {
  /** Resolves after the commit that made what was accepted durable. */
  submit(submission: Submission): Promise<Verdicted>;
}

export interface IntakeParts extends CommitGroupParts {
  readonly full: FullWindows;
}

/** Somebody holds the tenant for longer than a request waits; one with the same key may be under way there. */
function refuseBusy({ claim }: Submission): Passage {
  const options = { headers: { 'Retry-After': '1' } };
  const code = claim === null ? 'service_unavailable' : 'idempotency_in_progress';
  return { rate: null, decision: { kind: 'refused', error: new ApiError(code, {}, options) } };
}

/**
 * Group commit: submissions that arrive while a transaction is under way share the next one, which
 * takes the same handful of statements however many they are.
 */
export function createIntake({ full, ...parts }: IntakeParts): Intake {
  const { app } = parts;
  const { db } = app;
  const commit = groupCommitter(parts);

  async function findSuppressedRecipients(submissions: readonly Submission[]): Promise<GateState['suppressedOf']> {
    const addressees = submissions
      .flatMap(({ verdicts }) => verdicts.flatMap((verdict) => ('message' in verdict ? [verdict.message] : [])))
      .flatMap(({ tenantId, id, stream, recipients }) => recipients.map(({ email }) => ({ tenantId, id, stream, email })));
    const suppressed = await findSuppressed(app, db.read, addressees);
    const byMessage = Map.groupBy(suppressed, ({ id }) => id);
    return ({ id }) => new Set(byMessage.get(id)?.map(({ email }) => email));
  }

  async function run(group: Group): Promise<readonly GroupResult[]> {
    try {
      const { passages, buckets, accepted, now } = await db.transact((trx) => commit(trx, group));
      await app.hooks.call(
        messagesAccepted,
        accepted.map(({ message }) => message),
      );
      return passages.map((passage) => (typeof passage === 'object' ? speak(passage, buckets, now) : passage));
    } catch (error) {
      const timedOut = error instanceof Unavailable && isLockTimeout(error.cause);
      if (!timedOut || group.mode === 'skip') throw error;
      // The others of the group need not wait once more for the one tenant that is held.
      return run({ ...group, mode: 'skip' });
    }
  }

  function noteFullWindows(submissions: readonly Submission[], results: readonly GroupResult[]): void {
    for (const [index, { caller }] of submissions.entries()) {
      const result = results[index];
      if (typeof result === 'object' && result.rate !== null) full.note(caller, result.rate);
    }
  }

  const groups = (mode: Group['mode'], inFlight: number) =>
    createGroupCommit<Submission, GroupResult>({
      inFlight,
      most: GROUP_SIZE,
      commit: async (submissions, again) => {
        // Without locks and before the transaction; delivery looks again.
        const suppressedOf = await findSuppressedRecipients(submissions);
        const results = await run({ submissions, suppressedOf, again, mode });
        // What a second try has counted may not be what was committed.
        if (!again) noteFullWindows(submissions, results);
        return results;
      },
    });
  const quick = groups('skip', 2);
  // For tenants that another group or process holds: one group waits for all of them, so that a busy tenant takes one connection.
  const patient = groups('wait', 1);

  return {
    async submit(submission) {
      const first = await quick.add(submission);
      const result = first === 'held' ? await patient.add(submission) : first;
      return result === 'held' ? refuseBusy(submission) : result;
    },
  };
}
