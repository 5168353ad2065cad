import { groupCommit } from '../core/group-commit.ts';
import type { Trx } from '../db/dialect.ts';
import { HIDDEN_MS, insertMessages, type NewMessage, type PlacedMessage } from '../messages/index.ts';
import type { Platform } from '../platform.ts';
import { chunkIds } from '../queue/jobs.ts';
import type { NewJob, Queue } from '../queue/queue.ts';
import { lockMeters, type Meter, writeMeters } from '../tenants/index.ts';

const GROUP_SIZE = 200;
/** Groups in which an item's tenant may be held by another process before it waits for it, alone. */
const MOST_SKIPS = 3;

/** Messages of one tenant that were judged under a version of its settings. */
export interface Submission {
  readonly tenantId: string;
  readonly version: number;
  readonly messages: readonly NewMessage[];
}

/** `stale`: the settings have changed since; judge again. */
export type Verdict = 'accepted' | 'stale';
type GroupVerdict = Verdict | 'held';

export interface Intake {
  /** Resolves after the commit that made the messages durable. */
  submit(submission: Submission): Promise<Verdict>;
}

interface Accepted {
  readonly placed: PlacedMessage[];
  readonly meters: Map<string, Meter>;
  readonly verdicts: GroupVerdict[];
}

/** Decides over a group in memory, holding its tenants' meters. */
function decide(submissions: readonly Submission[], meters: Map<string, Meter>, now: number): Accepted {
  const placed: PlacedMessage[] = [];
  const verdicts = submissions.map((submission): GroupVerdict => {
    const meter = meters.get(submission.tenantId);
    if (meter === undefined) return 'held';
    if (meter.version !== submission.version) return 'stale';
    for (const message of submission.messages) {
      meter.lastMessageAt = Math.max(now, meter.lastMessageAt + 1);
      placed.push({ message, createdAt: meter.lastMessageAt, dueAt: now + HIDDEN_MS });
    }
    return 'accepted';
  });
  return { placed, meters, verdicts };
}

const toJobs = (placed: readonly PlacedMessage[]): NewJob[] =>
  chunkIds(placed.map(({ message }) => message.id)).map((message_ids) => ({ queue: 'deliver', payload: { message_ids } }));

/**
 * Group commit: submissions that arrive while a transaction is under way share the next one, which
 * takes the same handful of statements however many they are.
 */
export function createIntake({ db, clock }: Platform, queue: Queue): Intake {
  async function commit(trx: Trx, submissions: readonly Submission[], mode: 'wait' | 'skip'): Promise<readonly GroupVerdict[]> {
    const tenantIds = [...new Set(submissions.map(({ tenantId }) => tenantId))];
    const meters = await lockMeters(trx, db.dialect, { tenantIds, mode });
    const { placed, verdicts } = decide(submissions, meters, clock.now());
    if (placed.length === 0) return verdicts;
    await insertMessages(trx, db.dialect, placed);
    await queue.enqueue(trx, toJobs(placed));
    await writeMeters(trx, db.dialect, meters);
    return verdicts;
  }

  const group = groupCommit<Submission, GroupVerdict>({
    inFlight: 2,
    most: GROUP_SIZE,
    commit: (submissions) => db.transact((trx) => commit(trx, submissions, 'skip')),
  });

  return {
    async submit(submission) {
      for (let skips = 0; skips < MOST_SKIPS; skips += 1) {
        const verdict = await group.add(submission);
        if (verdict !== 'held') return verdict;
      }
      const [verdict] = await db.transact((trx) => commit(trx, [submission], 'wait'));
      // No meter to wait for: the tenant is gone, which its key will tell when it is judged again.
      return verdict === 'accepted' ? verdict : 'stale';
    },
  };
}
