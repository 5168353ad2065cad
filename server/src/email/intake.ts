import { ApiError } from '../core/api-error.ts';
import { groupCommit } from '../core/group-commit.ts';
import { Unavailable } from '../core/unavailable.ts';
import type { Trx } from '../db/dialect.ts';
import type { MessageEvent, RecordEvents } from '../events/index.ts';
import { hasMessage, insertMessages, placeInTestLog } from '../messages/index.ts';
import type { Platform } from '../platform.ts';
import { chunkIds } from '../queue/jobs.ts';
import type { NewJob, Queue } from '../queue/queue.ts';
import { addToBuckets, type FullWindows, leftBuckets, listBuckets, rollOn, secondsUntilFree, sumBuckets } from '../quota/index.ts';
import type { FindSuppressed } from '../suppressions/index.ts';
import { lockMeters, type Meter, settleCredits, writeMeters } from '../tenants/index.ts';
import { type Accepted, type GatePassage, type GateState, keyOf, pass } from './gate.ts';
import { findAnswers, insertAnswers } from './store.ts';
import type { Passage, Submission } from './submission.ts';

const GROUP_SIZE = 200;

/** `stale`: the tenant's settings have changed since the request was judged; judge again. */
export type Verdicted = Passage | 'stale';
/** `held`: somebody else holds the tenant. */
type GroupResult = Verdicted | 'held';

export interface Intake {
  /** Resolves after the commit that made what was accepted durable. */
  submit(submission: Submission): Promise<Verdicted>;
}

export interface IntakeParts {
  readonly platform: Platform;
  readonly queue: Queue;
  readonly recordEvents: RecordEvents;
  readonly findSuppressed: FindSuppressed;
  readonly full: FullWindows;
}

const toJobs = (accepted: readonly Accepted[]): NewJob[] => {
  const queued = accepted.filter(({ state }) => state.status === 'queued').map(({ message }) => message.id);
  return chunkIds(queued).map((message_ids) => ({ queue: 'deliver', payload: { message_ids } }));
};

/** Somebody holds the tenant for longer than a request waits; one with the same key may be under way there. */
function refuseBusy({ claim }: Submission): Passage {
  const options = { headers: { 'Retry-After': '1' } };
  const code = claim === null ? 'service_unavailable' : 'idempotency_in_progress';
  return { rate: null, decision: { kind: 'refused', error: new ApiError(code, {}, options) } };
}

interface Group {
  readonly submissions: readonly Submission[];
  readonly suppressedOf: GateState['suppressedOf'];
  readonly again: boolean;
  /** What becomes of tenants that somebody else holds. */
  readonly mode: 'wait' | 'skip';
}

/**
 * Group commit: submissions that arrive while a transaction is under way share the next one, which
 * takes the same handful of statements however many they are.
 */
export function createIntake({ platform, queue, recordEvents, findSuppressed, full }: IntakeParts): Intake {
  const { db, clock, config, newId } = platform;
  const { dialect } = db;

  function toEvents({ message, state, createdAt, events }: Accepted, meter: Meter | undefined): MessageEvent[] {
    return events.map((event) => {
      const { tenantId, id: messageId, testMode } = message;
      const { providerMessageId } = state;
      return placeInTestLog(
        { ...event, id: newId('evt', createdAt), tenantId, messageId, providerMessageId, testMode, at: createdAt, contactId: null },
        meter,
      );
    });
  }

  async function readState(
    trx: Trx,
    submissions: readonly Submission[],
    meters: ReadonlyMap<string, Meter>,
  ): Promise<Omit<GateState, 'suppressedOf'>> {
    const now = clock.now();
    const keys = submissions.flatMap(({ caller, route, claim }) =>
      claim === null ? [] : [{ tenantId: caller.tenantId, route, key: claim.key }],
    );
    const rows = await findAnswers(trx, dialect, keys);
    const left = await sumBuckets(
      trx,
      dialect,
      [...meters.values()].flatMap((meter) => leftBuckets(meter, now)),
    );
    for (const meter of meters.values()) {
      rollOn(
        meter,
        left.filter(({ tenantId }) => tenantId === meter.tenantId),
        now,
      );
    }
    await settleCredits(trx, dialect, meters.values(), now);
    const answers = rows.map((row) => {
      const key = { tenantId: row.tenant_id, route: row.route as Submission['route'], key: row.idempotency_key };
      return [keyOf(key), { bodyHash: row.body_hash, answer: row.answer }] as const;
    });
    return {
      now,
      testDomain: config.TEST_DOMAIN.toLowerCase(),
      stopOnEmptyCredits: config.STOP_ON_EMPTY_CREDITS,
      answers: new Map(answers),
      accepted: [],
      kept: [],
      additions: [],
    };
  }

  async function write(trx: Trx, { accepted, kept, additions, now }: GateState, meters: ReadonlyMap<string, Meter>): Promise<void> {
    const events = accepted.flatMap((item) => toEvents(item, meters.get(item.message.tenantId)));
    await insertMessages(trx, dialect, accepted);
    await recordEvents(trx, events);
    await queue.enqueue(trx, toJobs(accepted));
    await insertAnswers(
      trx,
      dialect,
      kept.map(({ tenantId, route, key, bodyHash, answer }) => ({
        tenant_id: tenantId,
        route,
        idempotency_key: key,
        body_hash: bodyHash,
        answer,
        created_at: now,
      })),
    );
    await addToBuckets(trx, dialect, additions);
    await writeMeters(trx, dialect, meters.values());
  }

  async function speak(trx: Trx, { rate, decision }: GatePassage, now: number): Promise<Passage> {
    if (decision.kind !== 'over_quota') return { rate, decision };
    const { meter, window, limit, units } = decision;
    const from = window.name === 'daily' ? meter.dayFrom : meter.monthFrom;
    const buckets = await listBuckets(trx, { tenantId: meter.tenantId, window: window.name, from });
    const headers = { 'Retry-After': String(secondsUntilFree(window, buckets, { units, limit, now })) };
    return { rate, decision: { kind: 'refused', error: new ApiError('quota_exceeded', { limit, window: window.name }, { headers }) } };
  }

  async function findSuppressedRecipients(submissions: readonly Submission[]): Promise<GateState['suppressedOf']> {
    const addressees = submissions
      .flatMap(({ verdicts }) => verdicts.flatMap((verdict) => ('message' in verdict ? [verdict.message] : [])))
      .flatMap(({ tenantId, id, stream, recipients }) => recipients.map(({ email }) => ({ tenantId, id, stream, email })));
    const suppressed = await findSuppressed(db.read, addressees);
    const byMessage = Map.groupBy(suppressed, ({ id }) => id);
    return ({ id }) => new Set(byMessage.get(id)?.map(({ email }) => email));
  }

  /** A try before this one may have been committed although its answer was lost: then its messages are there. */
  async function isCommitted(trx: Trx, submissions: readonly Submission[]): Promise<boolean> {
    const [first] = submissions.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => ('message' in verdict ? [verdict.message] : [])));
    return first !== undefined && hasMessage(trx, first);
  }

  async function commit(trx: Trx, { submissions, suppressedOf, again, mode }: Group): Promise<readonly GroupResult[]> {
    const tenantIds = [...new Set(submissions.map(({ caller }) => caller.tenantId))];
    const meters = await lockMeters(trx, dialect, { tenantIds, mode });
    const held = submissions.filter(({ caller }) => meters.has(caller.tenantId));
    const state = { ...(await readState(trx, held, meters)), suppressedOf };
    const results: GroupResult[] = [];
    for (const submission of submissions) {
      const meter = meters.get(submission.caller.tenantId);
      // Without a meter to wait for the tenant is gone, which its key will tell when the request is judged again.
      if (meter === undefined) results.push(mode === 'wait' ? 'stale' : 'held');
      else if (meter.version !== submission.caller.version) results.push('stale');
      else results.push(await speak(trx, pass(submission, meter, state), state.now));
    }
    if (!again || !(await isCommitted(trx, submissions))) await write(trx, state, meters);
    return results;
  }

  async function run(group: Group): Promise<readonly GroupResult[]> {
    try {
      return await db.transact((trx) => commit(trx, group));
    } catch (error) {
      const timedOut = error instanceof Unavailable && dialect.isLockTimeout(error.cause);
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
    groupCommit<Submission, GroupResult>({
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
