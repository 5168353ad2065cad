import type { AppContext } from '../app-context.ts';
import { chunk } from '../core/chunk.ts';
import type { Trx } from '../db/dialect.ts';
import { countAttempts, listClaimJobs, listClaims, lockClaimed } from '../messages/claims/index.ts';
import { type Claim, isOpen, type Message, momentOf, type Recipient } from '../messages/index.ts';
import { applyOutcomes, failure, type Outcome } from '../messages/outcomes/index.ts';
import type { Queue } from '../queue/queue.ts';
import { doubtedRecipients, doubtMessages } from './doubted-store.ts';
import { deferAll } from './outcomes/hand-overs.ts';
import { interpret, withGivenUp } from './outcomes/interpret.ts';
import { nextAttemptAt } from './outcomes/retry-ladder.ts';
import { insertAttempts, type WholeAttempt } from './store.ts';

const PAGE = 500;
/** The reply that is stored for an attempt whose worker died. */
const REASON = 'delivery broke off';

export interface LostParts {
  readonly app: AppContext;
  readonly queue: Queue;
}

/** A message that is claimed by a job that was given up. */
interface Lost {
  readonly message: Message;
  readonly claim: Claim;
  /** Open recipients for whom its last attempt was marked and not ended. */
  readonly doubtful: readonly Recipient[];
  /** Number of the attempt in which the worker died. One in doubt was counted already, with its mark. */
  readonly number: number;
}

function toOutcome({ clock, config }: AppContext, { message, doubtful, number }: Lost): Outcome {
  const now = clock.now();
  const open = message.recipients.filter(isOpen);
  const retryAt = nextAttemptAt(number, message, now);
  if (doubtful.length > 0 && retryAt === null) return failure(open, 'in_doubt');
  const givenUp = config.IN_DOUBT === 'fail' ? doubtful : [];
  const left = open.filter((recipient) => !givenUp.includes(recipient));
  const outcome = interpret(deferAll(left, REASON), { retryAt, messageId: message.id });
  return withGivenUp(
    outcome,
    givenUp.map(({ email }) => email),
  );
}

function toAttempt({ clock, newId }: AppContext, { message, claim, number }: Lost): WholeAttempt {
  const at = clock.now();
  const attemptId = newId('att', momentOf(message, at));
  const mark = { ...claim, attemptId, tenantId: message.tenantId, number, at, recipient: null };
  return { mark, end: { attemptId, outcome: 'deferred', reply: REASON, providerMessageId: null, at } };
}

async function lockLost({ clock, config }: AppContext, trx: Trx, claims: readonly Claim[]): Promise<Lost[]> {
  const messages = await lockClaimed(trx, claims);
  const messageIds = messages.map(({ id }) => id);
  const doubted = await doubtMessages(trx, { messageIds, now: clock.now(), lasting: config.IN_DOUBT === 'fail' });
  const byMessage = new Map(claims.map((claim) => [claim.messageId, claim]));
  return messages.flatMap((message) => {
    const claim = byMessage.get(message.id);
    const doubtful = doubtedRecipients(message.recipients, doubted.get(message.id)).filter(isOpen);
    return claim === undefined
      ? []
      : [{ message, claim, doubtful, number: doubted.has(message.id) ? message.attempts : message.attempts + 1 }];
  });
}

async function endClaims(app: AppContext, trx: Trx, claims: readonly Claim[]): Promise<void> {
  const lost = await lockLost(app, trx, claims);
  const attempts = lost.filter(({ message, number }) => number > message.attempts).map((item) => toAttempt(app, item));
  await applyOutcomes(
    app,
    trx,
    lost.map((item) => ({ ...item.claim, tenantId: item.message.tenantId, outcome: toOutcome(app, item), addresses: [] })),
  );
  if (attempts.length === 0) return;
  await countAttempts(
    trx,
    attempts.map(({ mark }) => mark),
  );
  await insertAttempts(trx, attempts);
}

/**
 * Ends the deliveries of jobs that were given up because every worker that had them died. Each counts as an attempt that was deferred: so a
 * mail that ends its worker at each attempt is tried less and less often, and fails in the end.
 */
export async function endLostDeliveries(parts: LostParts): Promise<void> {
  const { db } = parts.app;
  const jobIds = await listClaimJobs(db.read);
  if (jobIds.length === 0) return;
  const open = await parts.queue.findOpen(jobIds);
  const gone = jobIds.filter((id) => !open.has(id));
  if (gone.length === 0) return;
  const claims = await listClaims(db.read, gone);
  for (const some of chunk(claims, PAGE)) await db.transact((trx) => endClaims(parts.app, trx, some));
}
