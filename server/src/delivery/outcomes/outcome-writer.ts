import type { AppContext } from '../../app-context.ts';
import { createGroupCommit } from '../../core/concurrency/group-commit.ts';
import type { OutageRetry } from '../../core/concurrency/outage-retry.ts';
import type { Trx } from '../../db/dialect.ts';
import {
  applyLateOutcome,
  applyOutcomes,
  type ClaimedOutcome,
  claimKey,
  countAttempts,
  countHeldAttempts,
  eraseInReply,
  type Outcome,
} from '../../messages/index.ts';
import type { Delivery } from '../claim-emails.ts';
import {
  type AttemptEnd,
  type AttemptMark,
  endAttempts,
  endDoubtedAttempts,
  findMarked,
  insertAttempts,
  insertMarks,
  type WholeAttempt,
} from '../store.ts';
import { deliverySettled, type SettledDelivery } from './delivery-settled.ts';

const GROUP_SIZE = 500;
/** Few large commits keep a process free for those that wait for it: bulk mail can be a little later, by as much at its mark and at its end. */
const BULK_LINGER_MS = 5;

export interface Attempt extends WholeAttempt {
  /** Its mark was written before. */
  readonly marked: boolean;
}

/** What became of a claimed message, with the attempts that were made: all of one number. */
export interface Settlement {
  readonly outcome: ClaimedOutcome;
  readonly attempts: readonly Attempt[];
  /** When the message was accepted, or due where that was later; null for one in test mode. */
  readonly dueFrom: number | null;
}

/** `again`: an earlier try failed, which may have been after its commit. */
type Item = ({ readonly mark: AttemptMark } | { readonly settlement: Settlement }) & { readonly again: boolean };

/** Which claims are asked for, and until when it is worth asking. */
interface MarkOptions {
  readonly bulk: boolean;
  readonly holdsLease: () => boolean;
}

/** Writes the marks and outcomes of all deliveries of this process, many in each transaction. While the database is away they are kept. */
export interface OutcomeWriter {
  /** Durable before it resolves; false when the claim is no longer ours, and the mail must not be handed over. */
  mark(mark: AttemptMark, options: MarkOptions): Promise<boolean>;
  /** Resolves once it is written, however long the database is away. */
  settle(settlement: Settlement, bulk: boolean): Promise<void>;
}

const toSettled = ({ outcome, attempts, dueFrom }: Settlement, now: number): SettledDelivery => ({
  attempts: attempts.map(({ end }) => end.outcome),
  outcomes: [...new Set(outcome.outcome.reports.map(({ type }) => type))],
  latencyMs: dueFrom === null ? null : Math.max(0, now - dueFrom),
});

const withoutErased = (end: AttemptEnd, erased: readonly string[]): AttemptEnd => ({ ...end, reply: eraseInReply(end.reply, erased) });

export function createOutcomeWriter(app: AppContext, retry: OutageRetry): OutcomeWriter {
  /** Begins the attempts whose claim still holds and returns the keys of those claims. */
  async function writeMarks(trx: Trx, marks: readonly AttemptMark[], again: boolean): Promise<ReadonlySet<string>> {
    if (marks.length === 0) return new Set();
    const held = await countHeldAttempts(trx, marks);
    const written = again ? await findMarked(trx, marks) : new Set<string>();
    await insertMarks(
      trx,
      marks.filter((mark) => held.has(claimKey(mark)) && !written.has(mark.attemptId)),
    );
    return held;
  }

  /** What the server has said, without the addresses that were erased meanwhile; none where somebody else has the message. */
  function endedIn(settled: ReadonlyMap<string, readonly string[]>, { mark, end, marked }: Attempt): Attempt[] {
    const erased = settled.get(claimKey(mark));
    return erased === undefined ? [] : [{ mark, marked, end: withoutErased(end, erased) }];
  }

  async function writeUnmarked(trx: Trx, attempts: readonly Attempt[]): Promise<void> {
    if (attempts.length === 0) return;
    await countAttempts(
      trx,
      attempts.map(({ mark }) => mark),
    );
    await insertAttempts(trx, attempts);
  }

  async function write(trx: Trx, items: readonly Item[], again: boolean): Promise<boolean[]> {
    const marks = items.flatMap((item) => ('mark' in item ? [item.mark] : []));
    const settlements = items.flatMap((item) => ('settlement' in item ? [item.settlement] : []));
    const settled = await applyOutcomes(
      app,
      trx,
      settlements.map(({ outcome }) => outcome),
    );
    const attempts = settlements.flatMap((settlement) => settlement.attempts).flatMap((attempt) => endedIn(settled, attempt));
    await writeUnmarked(
      trx,
      attempts.filter(({ marked }) => !marked),
    );
    const ends = attempts.flatMap(({ marked, end }) => (marked ? [end] : []));
    if (ends.length > 0) await endAttempts(trx, ends);
    const marked = await writeMarks(trx, marks, again || items.some((item) => item.again));
    return items.map((item) => ('mark' in item ? marked.has(claimKey(item.mark)) : settled.has(claimKey(item.settlement.outcome))));
  }
  const commit = (items: readonly Item[], again: boolean) => app.db.transact((trx) => write(trx, items, again), { keepPlans: true });
  const groupsAfter = (lingerMs: number) => createGroupCommit<Item, boolean>({ inFlight: 1, most: GROUP_SIZE, lingerMs, commit });
  const createGroups = () => ({ urgent: groupsAfter(0), bulk: groupsAfter(BULK_LINGER_MS) });
  const outcomes = createGroups();
  // A connection to the relay is held until its mark is written, which takes less than an outcome; a single writer does better with both at once.
  const marks = app.db.writers === 'many' ? createGroups() : outcomes;

  /** Somebody else has the message by now; what we know counts all the same, unless that worker has begun an attempt of its own. */
  async function settleLate({ outcome, attempts }: Settlement): Promise<void> {
    const marked = attempts.filter((attempt) => attempt.marked);
    const [first] = marked;
    if (first === undefined) return;
    const ends = marked.map(({ end }) => end);
    const { number } = first.mark;
    await app.db.transact(async (trx) => {
      const isOpen = (erased: readonly string[]) =>
        endDoubtedAttempts(
          trx,
          ends.map((end) => withoutErased(end, erased)),
        );
      if (!(await applyLateOutcome(app, trx, { ...outcome, number, isOpen }))) await endAttempts(trx, ends);
    });
  }

  return {
    mark: (mark, { bulk, holdsLease }) =>
      retry.whileUnavailable((again) => marks[bulk ? 'bulk' : 'urgent'].add({ mark, again }), holdsLease),
    settle: async (settlement, bulk) => {
      const counts = await retry.whileUnavailable((again) => outcomes[bulk ? 'bulk' : 'urgent'].add({ settlement, again }));
      if (!counts) await retry.whileUnavailable(() => settleLate(settlement));
      await app.hooks.notify(deliverySettled, toSettled(settlement, app.clock.now()));
    },
  };
}

/** Ends the work on a delivery. */
export async function settleDelivery(
  writer: OutcomeWriter,
  { message, claim, bulk }: Delivery,
  { outcome, attempts = [] }: { readonly outcome: Outcome; readonly attempts?: readonly Attempt[] },
): Promise<void> {
  const dueFrom = message.testMode ? null : Math.max(message.createdAt, message.scheduledAt ?? 0);
  const addresses = message.recipients.map(({ email }) => email);
  await writer.settle({ outcome: { ...claim, tenantId: message.tenantId, outcome, addresses }, attempts, dueFrom }, bulk);
}
