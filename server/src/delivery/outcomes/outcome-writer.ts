import type { AppContext } from '../../app-context.ts';
import { createGroupCommit } from '../../core/concurrency/group-commit.ts';
import type { OutageRetry } from '../../core/concurrency/outage-retry.ts';
import type { Outcome } from '../../messages/index.ts';
import type { Delivery } from '../claim-emails.ts';
import { type AttemptMark, endDoubtedAttempts } from '../store.ts';
import { deliverySettled, type SettledDelivery } from './delivery-settled.ts';
import { type Attempt, type OutcomeItem, type Settlement, writeLateOutcome, writeOutcomes } from './write-outcomes.ts';

const GROUP_SIZE = 500;
/** Few large commits keep a process free for those that wait for it: bulk mail can be a little later, by as much at its mark and at its end. */
const BULK_LINGER_MS = 5;

/** Which claims are asked for, and until when it is worth asking. */
interface MarkOptions {
  readonly bulk: boolean;
  readonly holdsLease: () => boolean;
}

/** Writes the marks and outcomes of all deliveries of this process, many in each transaction. While the database is away they are kept. */
export interface OutcomeWriter {
  /** Durable before it resolves; false when the claim is no longer ours, and the mail must not be handed over. */
  mark(mark: AttemptMark, options: MarkOptions): Promise<boolean>;
  /** Ends an attempt whose mark may be written, though nobody was told so: the mail has not left. Resolves once it is, however long the database is away. */
  withdraw(mark: AttemptMark, reply: string): Promise<void>;
  /** Resolves once it is written, however long the database is away. */
  settle(settlement: Settlement, bulk: boolean): Promise<void>;
}

const toSettled = ({ outcome, attempts, dueFrom }: Settlement, now: number): SettledDelivery => ({
  attempts: attempts.map(({ end }) => end.outcome),
  outcomes: [...new Set(outcome.outcome.reports.map(({ type }) => type))],
  latencyMs: dueFrom === null ? null : Math.max(0, now - dueFrom),
});

export function createOutcomeWriter(app: AppContext, retry: OutageRetry): OutcomeWriter {
  const commit = (items: readonly OutcomeItem[], again: boolean) =>
    app.db.transact((trx) => writeOutcomes(app, trx, { items, again }), { keepPlans: true });
  const groupsAfter = (lingerMs: number) => createGroupCommit<OutcomeItem, boolean>({ inFlight: 1, most: GROUP_SIZE, lingerMs, commit });
  const createGroups = () => ({ urgent: groupsAfter(0), bulk: groupsAfter(BULK_LINGER_MS) });
  const outcomes = createGroups();
  // A connection to the relay is held until its mark is written, which takes less than an outcome; a single writer does better with both at once.
  const marks = app.db.writers === 'many' ? createGroups() : outcomes;

  return {
    mark: (mark, { bulk, holdsLease }) =>
      retry.whileUnavailable((again) => marks[bulk ? 'bulk' : 'urgent'].add({ mark, again }), holdsLease),
    withdraw: async ({ attemptId }, reply) => {
      const end = { attemptId, outcome: 'deferred', reply, providerMessageId: null, at: app.clock.now() } as const;
      await retry.whileUnavailable(() => app.db.transact((trx) => endDoubtedAttempts(trx, [end])));
    },
    settle: async (settlement, bulk) => {
      const counts = await retry.whileUnavailable((again) => outcomes[bulk ? 'bulk' : 'urgent'].add({ settlement, again }));
      if (!counts) await retry.whileUnavailable(() => writeLateOutcome(app, settlement));
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
