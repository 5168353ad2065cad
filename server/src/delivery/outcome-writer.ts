import { groupCommit } from '../core/group-commit.ts';
import type { Trx } from '../db/dialect.ts';
import { type ApplyOutcomes, type ClaimedOutcome, claimKey } from '../messages/index.ts';
import type { Platform } from '../platform.ts';
import { type AttemptMark, endAttempts, markAttempts, recordAttempts, type WholeAttempt } from './store.ts';

const GROUP_SIZE = 500;

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
  mark(mark: AttemptMark): Promise<boolean>;
  settle(settlement: Settlement): Promise<boolean>;
}

export function outcomeWriter({ db }: Platform, applyOutcomes: ApplyOutcomes): OutcomeWriter {
  async function write(trx: Trx, items: readonly Item[]): Promise<boolean[]> {
    const marks = items.flatMap((item) => ('mark' in item ? [item.mark] : []));
    const settlements = items.flatMap((item) => ('settlement' in item ? [item.settlement] : []));
    const attempts = settlements.flatMap(({ attempt }) => (attempt === undefined ? [] : [attempt]));
    const ends = attempts.flatMap(({ marked, end }) => (marked ? [end] : []));
    const settled = await applyOutcomes(
      trx,
      settlements.map(({ outcome }) => outcome),
    );
    const unmarked = attempts.filter(({ marked, mark }) => !marked && settled.has(claimKey(mark)));
    if (unmarked.length > 0) await recordAttempts(trx, db.dialect, unmarked);
    if (ends.length > 0) await endAttempts(trx, db.dialect, ends);
    const marked = marks.length > 0 ? await markAttempts(trx, db.dialect, marks) : new Set<string>();
    return items.map((item) => ('mark' in item ? marked.has(claimKey(item.mark)) : settled.has(claimKey(item.settlement.outcome))));
  }
  const group = groupCommit<Item, boolean>({
    inFlight: 1,
    most: GROUP_SIZE,
    commit: (items) => db.transact((trx) => write(trx, items)),
  });
  return {
    mark: (mark) => group.add({ mark }),
    settle: (settlement) => group.add({ settlement }),
  };
}
