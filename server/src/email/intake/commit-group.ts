import type { Trx } from '../../db/dialect.ts';
import { hasMessage } from '../../messages/index.ts';
import { leftBuckets, rollOn, sumBuckets } from '../../quota/index.ts';
import { lockMeters, type Meter, settleCredits } from '../../tenants/index.ts';
import { findAnswers, keyOf } from '../store.ts';
import { type Accepted, type Admission, type AdmissionState, admit, admitAgain } from './admission.ts';
import { findStale } from './find-stale.ts';
import { type Buckets, findBucketsOfRefused } from './quota-refusals.ts';
import { settleStorage } from './storage-limit.ts';
import { messagesOf, type Submission } from './submission.ts';
import { type WriteGroupParts, writeGroup } from './write-group.ts';

/** Submissions that share a transaction. */
export interface Group {
  readonly submissions: readonly Submission[];
  readonly suppressedOf: AdmissionState['suppressedOf'];
  /** An earlier try of them may have been committed although its answer was lost. */
  readonly again: boolean;
  /** What becomes of tenants that somebody else holds. */
  readonly mode: 'wait' | 'skip';
}

/** What became of a group, to be told when it is committed. */
export interface GroupResult {
  /** One for each submission, in order. `held`: somebody else holds the tenant; `stale`: to be validated again. */
  readonly admissions: readonly (Admission | 'held' | 'stale')[];
  /** What tells refused requests when to come again. */
  readonly buckets: Buckets;
  readonly accepted: readonly Accepted[];
  readonly now: number;
}

type Meters = ReadonlyMap<string, Meter>;

/** A try before this one, which was of one submission, has been committed if its messages are there. */
async function isCommitted(trx: Trx, submissions: readonly Submission[]): Promise<boolean> {
  const [first] = submissions.flatMap(messagesOf);
  return first !== undefined && hasMessage(trx, first);
}

/** Moves the windows of the locked meters on to a time, and their prepaid emails. */
async function moveOn(trx: Trx, meters: Meters, now: number): Promise<void> {
  const ranges = [...meters.values()].flatMap((meter) => leftBuckets(meter, now));
  const left = await sumBuckets(trx, ranges);
  for (const meter of meters.values()) {
    const own = left.filter(({ tenantId }) => tenantId === meter.tenantId);
    rollOn(meter, own, now);
  }
  await settleCredits(trx, meters.values(), now);
}

async function findAnswersOf(trx: Trx, submissions: readonly Submission[]): Promise<AdmissionState['answers']> {
  const keys = submissions.flatMap(({ caller, route, claim }) =>
    claim === null ? [] : [{ tenantId: caller.tenantId, route, key: claim.key }],
  );
  const answers = await findAnswers(trx, keys);
  return new Map(answers.map((answer) => [keyOf(answer), answer]));
}

/** Locks the tenants of a group, decides over its submissions and writes what they come to: a handful of statements, however many they are. */
export async function commitGroup(
  parts: WriteGroupParts,
  trx: Trx,
  { submissions, suppressedOf, again, mode }: Group,
): Promise<GroupResult> {
  const { clock, config } = parts.app;
  const tenantIds = [...new Set(submissions.map(({ caller }) => caller.tenantId))];
  const meters = await lockMeters(trx, { tenantIds, mode });
  const now = clock.now();
  const held = submissions.filter(({ caller }) => meters.has(caller.tenantId));
  const answers = await findAnswersOf(trx, held);
  const rules = { testDomain: config.TEST_DOMAIN, stopOnEmptyCredits: config.STOP_ON_EMPTY_CREDITS };
  const state: AdmissionState = { now, ...rules, answers, suppressedOf, accepted: [], kept: [], additions: [] };
  await moveOn(trx, meters, now);
  const isWritten = again && (await isCommitted(trx, submissions));
  // What it takes from the changes is written with the meters, or not taken.
  if (!isWritten) await settleStorage(trx, { submissions: held, meters });
  const stale = isWritten ? new Set<Submission>() : await findStale(trx, { submissions: held, meters, now });
  const decide = isWritten ? admitAgain : admit;
  const admissions = submissions.map((submission) => {
    const meter = meters.get(submission.caller.tenantId);
    // Without a meter to wait for the tenant is gone, which its key will tell when the request is validated again.
    if (meter === undefined) return mode === 'wait' ? 'stale' : 'held';
    return stale.has(submission) ? 'stale' : decide(submission, meter, state);
  });
  const decided = admissions.filter((admission) => typeof admission === 'object');
  const buckets = await findBucketsOfRefused(trx, decided);
  if (!isWritten) await writeGroup(parts, trx, { state, meters });
  return { admissions, buckets: [...buckets, ...state.additions], accepted: state.accepted, now };
}
