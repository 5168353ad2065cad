import type { AppContext } from '../app-context.ts';
import { createGroupCommit } from '../core/concurrency/group-commit.ts';
import type { Trx } from '../db/dialect.ts';
import { applyOutcomes, type ClaimedOutcome, claimKey, countAttempts, countHeldAttempts, type Outcome } from '../messages/index.ts';
import type { Delivery } from './claim-emails.ts';
import { type AttemptMark, endAttempts, insertAttempts, insertMarks, type WholeAttempt } from './store.ts';

const GROUP_SIZE = 500;
/** Few large commits keep a process free for those that wait for it: bulk mail can be a little later, by as much at its mark and at its end. */
const BULK_LINGER_MS = 5;

export interface Attempt extends WholeAttempt {
  /** Its mark was written before. */
  readonly marked: boolean;
}

/** What became of a claimed message; without `attempt` where none was made. */
export interface Settlement {
  readonly outcome: ClaimedOutcome;
  readonly attempt?: Attempt;
}

type Item = { readonly mark: AttemptMark } | { readonly settlement: Settlement };

/** Writes the marks and outcomes of all deliveries of this process, many in each transaction. */
export interface OutcomeWriter {
  /** Durable before it resolves; false when the claim is no longer ours, and the mail must not be handed over. */
  mark(mark: AttemptMark, bulk: boolean): Promise<boolean>;
  settle(settlement: Settlement, bulk: boolean): Promise<boolean>;
}

export function createOutcomeWriter(app: AppContext): OutcomeWriter {
  /** Begins the attempts whose claim still holds and returns the keys of those claims. */
  async function writeMarks(trx: Trx, marks: readonly AttemptMark[]): Promise<ReadonlySet<string>> {
    if (marks.length === 0) return new Set();
    const held = await countHeldAttempts(trx, marks);
    await insertMarks(
      trx,
      marks.filter((mark) => held.has(claimKey(mark))),
    );
    return held;
  }

  async function writeUnmarked(trx: Trx, attempts: readonly Attempt[]): Promise<void> {
    if (attempts.length === 0) return;
    await countAttempts(
      trx,
      attempts.map(({ mark }) => mark),
    );
    await insertAttempts(trx, attempts);
  }

  async function write(trx: Trx, items: readonly Item[]): Promise<boolean[]> {
    const marks = items.flatMap((item) => ('mark' in item ? [item.mark] : []));
    const settlements = items.flatMap((item) => ('settlement' in item ? [item.settlement] : []));
    const attempts = settlements.flatMap(({ attempt }) => (attempt === undefined ? [] : [attempt]));
    const ends = attempts.flatMap(({ marked, end }) => (marked ? [end] : []));
    const settled = await applyOutcomes(
      app,
      trx,
      settlements.map(({ outcome }) => outcome),
    );
    await writeUnmarked(
      trx,
      attempts.filter(({ marked, mark }) => !marked && settled.has(claimKey(mark))),
    );
    if (ends.length > 0) await endAttempts(trx, ends);
    const marked = await writeMarks(trx, marks);
    return items.map((item) => ('mark' in item ? marked.has(claimKey(item.mark)) : settled.has(claimKey(item.settlement.outcome))));
  }
  const commit = (items: readonly Item[]) => app.db.transact((trx) => write(trx, items));
  const urgent = createGroupCommit<Item, boolean>({ inFlight: 1, most: GROUP_SIZE, commit });
  const patient = createGroupCommit<Item, boolean>({
    inFlight: 1,
    most: GROUP_SIZE,
    lingerMs: BULK_LINGER_MS,
    commit,
  });
  const of = (bulk: boolean) => (bulk ? patient : urgent);
  return {
    mark: (mark, bulk) => of(bulk).add({ mark }),
    settle: (settlement, bulk) => of(bulk).add({ settlement }),
  };
}

/** Ends the work on a delivery; without `attempt` where none was made. */
export async function settle(
  writer: OutcomeWriter,
  { message, claim, bulk }: Delivery,
  { outcome, ...rest }: { readonly outcome: Outcome; readonly attempt?: Attempt },
): Promise<void> {
  await writer.settle({ outcome: { ...claim, tenantId: message.tenantId, outcome }, ...rest }, bulk);
}
