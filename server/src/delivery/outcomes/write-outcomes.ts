import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import { countAttempts, countHeldAttempts } from '../../messages/claims/index.ts';
import { claimKey, eraseInReply } from '../../messages/index.ts';
import { applyLateOutcome, applyOutcomes, type ClaimedOutcome } from '../../messages/outcomes/index.ts';
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

export interface Attempt extends WholeAttempt {
  /** Whether its mark is written already. */
  readonly marked: boolean;
}

/** The outcome of a claimed message, with the attempts that were made: one for each envelope, all of one number. */
export interface Settlement {
  readonly outcome: ClaimedOutcome;
  readonly attempts: readonly Attempt[];
  /** When the message was accepted, or due where that was later, epoch milliseconds; null in test mode. */
  readonly dueFrom: number | null;
}

/** A mark or a settlement to write. `again`: an earlier try failed, which may have been after its commit. */
export type OutcomeItem = ({ readonly mark: AttemptMark } | { readonly settlement: Settlement }) & { readonly again: boolean };

const withoutErased = (end: AttemptEnd, erased: readonly string[]): AttemptEnd => ({ ...end, reply: eraseInReply(end.reply, erased) });

/** Writes the marks whose claim still holds. Returns the keys of those claims. */
async function writeMarks(
  trx: Trx,
  { marks, again }: { readonly marks: readonly AttemptMark[]; readonly again: boolean },
): Promise<ReadonlySet<string>> {
  if (marks.length === 0) return new Set();
  const held = await countHeldAttempts(trx, marks);
  const written = again ? await findMarked(trx, marks) : new Set<string>();
  await insertMarks(
    trx,
    marks.filter((mark) => held.has(claimKey(mark)) && !written.has(mark.attemptId)),
  );
  return held;
}

/** Returns an attempt without the addresses that were erased meanwhile from its reply; none where another worker has the message. */
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

/**
 * Writes marks and settlements in one transaction. Returns for each whether its claim still held. `again`: an earlier try of the group
 * failed, which may have been after its commit.
 */
export async function writeOutcomes(
  app: AppContext,
  trx: Trx,
  { items, again }: { readonly items: readonly OutcomeItem[]; readonly again: boolean },
): Promise<boolean[]> {
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
  const marked = await writeMarks(trx, { marks, again: again || items.some((item) => item.again) });
  return items.map((item) => ('mark' in item ? marked.has(claimKey(item.mark)) : settled.has(claimKey(item.settlement.outcome))));
}

/** Writes a settlement whose message another worker has by now: it counts all the same, unless that worker has begun an attempt of its own. */
export async function writeLateOutcome(app: AppContext, { outcome, attempts }: Settlement): Promise<void> {
  const marked = attempts.filter((attempt) => attempt.marked);
  const [first] = marked;
  if (first === undefined) return;
  const ends = marked.map(({ end }) => end);
  const { number } = first.mark;
  await app.db.transact(async (trx) => {
    const endAttempt = (erased: readonly string[]) =>
      endDoubtedAttempts(
        trx,
        ends.map((end) => withoutErased(end, erased)),
      );
    if (!(await applyLateOutcome(app, trx, { ...outcome, number, endAttempt }))) await endAttempts(trx, ends);
  });
}
