import type { AppContext } from '../../app-context.ts';
import type { CommitTry } from '../../core/concurrency/commit-items.ts';
import { createGroupCommit } from '../../core/concurrency/group-commit.ts';
import type { OutageRetry } from '../../core/concurrency/outage-retry.ts';
import type { Outcome } from '../../messages/outcomes/index.ts';
import type { Delivery } from '../claim-emails.ts';
import { type AttemptMark, endDoubtedAttempts } from '../store.ts';
import { deliverySettled, type SettledDelivery } from './delivery-settled.ts';
import { type Attempt, type OutcomeItem, type Settlement, writeLateOutcome, writeOutcomes } from './write-outcomes.ts';

const GROUP_SIZE = 500;
/** Milliseconds for which marks and outcomes of bulk mail wait for others: few large commits leave more of the process to other mail. */
const BULK_LINGER_MS = 5;

interface WriteOptions {
  /** Whether it may wait for others to share its commit. */
  readonly bulk: boolean;
}

interface MarkOptions extends WriteOptions {
  /** Returns false once the mark is not wanted any more. */
  readonly holdsLease: () => boolean;
}

/** Writes the marks and outcomes of all deliveries of this process, many in each transaction. Keeps them while the database is away. */
export interface OutcomeWriter {
  /** Resolves once the mark is durable; with false if the claim is no longer ours, and the mail must not be handed over. */
  mark(mark: AttemptMark, options: MarkOptions): Promise<boolean>;
  /** Ends an attempt whose mark may or may not be written, although the mail has not left. Resolves once that is durable, however long the database is away. */
  withdraw(mark: AttemptMark, reply: string): Promise<void>;
  /** Resolves once the settlement is durable, however long the database is away. */
  settle(settlement: Settlement, options: WriteOptions): Promise<void>;
}

const toSettled = ({ outcome, attempts, dueFrom }: Settlement, now: number): SettledDelivery => ({
  attempts: attempts.map(({ end }) => end.outcome),
  outcomes: [...new Set(outcome.outcome.reports.map(({ type }) => type))],
  latencyMs: dueFrom === null ? null : Math.max(0, now - dueFrom),
});

/** Creates the outcome writer of one process. */
export function createOutcomeWriter(app: AppContext, retry: OutageRetry): OutcomeWriter {
  const commit = (items: readonly OutcomeItem[], { again }: CommitTry) =>
    app.db.transact((trx) => writeOutcomes(app, trx, { items, again }), { keepPlans: true });
  const groupsAfter = (lingerMs: number) => createGroupCommit<OutcomeItem, boolean>({ inFlight: 1, most: GROUP_SIZE, lingerMs, commit });
  const createGroups = () => ({ urgent: groupsAfter(0), bulk: groupsAfter(BULK_LINGER_MS) });
  const outcomes = createGroups();
  // A connection to the relay is held until its mark is written, which takes less time than an outcome; a single writer is faster with both
  // at once.
  const marks = app.db.writers === 'many' ? createGroups() : outcomes;

  return {
    mark: (mark, { bulk, holdsLease }) =>
      retry.whileUnavailable((again) => marks[bulk ? 'bulk' : 'urgent'].add({ mark, again }), holdsLease),
    withdraw: async ({ attemptId }, reply) => {
      const end = { attemptId, outcome: 'deferred', reply, providerMessageId: null, at: app.clock.now() } as const;
      await retry.whileUnavailable(() => app.db.transact((trx) => endDoubtedAttempts(trx, [end])));
    },
    settle: async (settlement, { bulk }) => {
      const counts = await retry.whileUnavailable((again) => outcomes[bulk ? 'bulk' : 'urgent'].add({ settlement, again }));
      if (!counts) await retry.whileUnavailable(() => writeLateOutcome(app, settlement));
      await app.hooks.notify(deliverySettled, toSettled(settlement, app.clock.now()));
    },
  };
}

/** Writes the outcome of a delivery. Resolves once that is durable. */
export async function settleDelivery(
  writer: OutcomeWriter,
  { message, claim, bulk }: Delivery,
  { outcome, attempts = [] }: { readonly outcome: Outcome; readonly attempts?: readonly Attempt[] },
): Promise<void> {
  const dueFrom = message.testMode ? null : Math.max(message.createdAt, message.scheduledAt ?? 0);
  const addresses = message.recipients.map(({ email }) => email);
  await writer.settle({ outcome: { ...claim, tenantId: message.tenantId, outcome, addresses }, attempts, dueFrom }, { bulk });
}
