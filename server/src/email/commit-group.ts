import type { AppContext } from '../app-context.ts';
import { addUses } from '../attachments/index.ts';
import type { Trx } from '../db/dialect.ts';
import { type MessageEvent, recordEvents } from '../events/index.ts';
import { filesOf, hasMessage, insertMessages, placeInTestLog } from '../messages/index.ts';
import type { Queue } from '../queue/queue.ts';
import { createRecentMail, toDeliverJobs } from '../queue/urgency.ts';
import { addToBuckets, leftBuckets, rollOn, sumBuckets } from '../quota/index.ts';
import { lockMeters, type Meter, settleCredits, writeMeters } from '../tenants/index.ts';
import { findStale } from './find-stale.ts';
import { type Accepted, type GatePassage, type GateState, keyOf, pass } from './gate.ts';
import { type Buckets, findBucketsOfRefused } from './quota-refusals.ts';
import { findAnswers, insertAnswers } from './store.ts';
import type { Submission } from './submission.ts';

/** Submissions that share a transaction. */
export interface Group {
  readonly submissions: readonly Submission[];
  readonly suppressedOf: GateState['suppressedOf'];
  /** An earlier try of them may have been committed although its answer was lost. */
  readonly again: boolean;
  /** What becomes of tenants that somebody else holds. */
  readonly mode: 'wait' | 'skip';
}

/** What became of a group, to be said when it is committed. */
export interface Committed {
  /** One for each submission, in order. `held`: somebody else holds the tenant; `stale`: judge again. */
  readonly passages: readonly (GatePassage | 'held' | 'stale')[];
  /** What tells refused requests when to come again. */
  readonly buckets: Buckets;
  readonly accepted: readonly Accepted[];
  readonly now: number;
}

/** The statements of a group, in the caller's transaction: a handful, however many submissions it has. */
export type CommitGroup = (trx: Trx, group: Group) => Promise<Committed>;

export interface CommitGroupParts {
  readonly app: AppContext;
  readonly queue: Queue;
}

type Meters = ReadonlyMap<string, Meter>;

const queuedOf = (accepted: readonly Accepted[]) =>
  accepted.filter(({ state }) => state.status === 'queued').map(({ message: { id, tenantId } }) => ({ id, tenantId }));

/** A try before this one has been committed if its messages are there. */
async function isCommitted(trx: Trx, submissions: readonly Submission[]): Promise<boolean> {
  const [first] = submissions.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => ('message' in verdict ? [verdict.message] : [])));
  return first !== undefined && hasMessage(trx, first);
}

export function groupCommitter({ app, queue }: CommitGroupParts): CommitGroup {
  const { clock, config, newId } = app;
  const recent = createRecentMail();

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

  /** Moves the windows of the locked meters on to a time, and their prepaid emails. */
  async function moveOn(trx: Trx, meters: Meters, now: number): Promise<void> {
    const ranges = [...meters.values()].flatMap((meter) => leftBuckets(meter, now));
    const left = await sumBuckets(trx, ranges);
    for (const meter of meters.values()) {
      rollOn(
        meter,
        left.filter(({ tenantId }) => tenantId === meter.tenantId),
        now,
      );
    }
    await settleCredits(trx, meters.values(), now);
  }

  async function readState(trx: Trx, submissions: readonly Submission[], now: number): Promise<Omit<GateState, 'suppressedOf'>> {
    const keys = submissions.flatMap(({ caller, route, claim }) =>
      claim === null ? [] : [{ tenantId: caller.tenantId, route, key: claim.key }],
    );
    const rows = await findAnswers(trx, keys);
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

  async function write(trx: Trx, { accepted, kept, additions, now }: GateState, meters: Meters): Promise<void> {
    const events = accepted.flatMap((item) => toEvents(item, meters.get(item.message.tenantId)));
    await insertMessages(trx, accepted);
    await addUses(
      trx,
      accepted.flatMap(({ message }) => filesOf(message.body)),
    );
    await recordEvents(app, trx, events);
    await queue.enqueue(trx, toDeliverJobs(recent, queuedOf(accepted), now));
    await insertAnswers(
      trx,
      kept.map(({ tenantId, route, key, bodyHash, answer }) => ({
        tenant_id: tenantId,
        route,
        idempotency_key: key,
        body_hash: bodyHash,
        answer,
        created_at: now,
      })),
    );
    await addToBuckets(trx, additions);
    await writeMeters(trx, meters.values());
  }

  return async (trx, { submissions, suppressedOf, again, mode }) => {
    const tenantIds = [...new Set(submissions.map(({ caller }) => caller.tenantId))];
    const meters = await lockMeters(trx, { tenantIds, mode });
    const now = clock.now();
    const held = submissions.filter(({ caller }) => meters.has(caller.tenantId));
    const state = { ...(await readState(trx, held, now)), suppressedOf };
    await moveOn(trx, meters, now);
    const stale = await findStale(trx, { submissions: held, meters, now });
    const passages = submissions.map((submission) => {
      const meter = meters.get(submission.caller.tenantId);
      // Without a meter to wait for the tenant is gone, which its key will tell when the request is judged again.
      if (meter === undefined) return mode === 'wait' ? 'stale' : 'held';
      return stale.has(submission) ? 'stale' : pass(submission, meter, state);
    });
    const refused = passages.filter((passage) => typeof passage === 'object');
    const buckets = await findBucketsOfRefused(trx, refused);
    if (!again || !(await isCommitted(trx, submissions))) await write(trx, state, meters);
    return { passages, buckets: [...buckets, ...state.additions], accepted: state.accepted, now };
  };
}
