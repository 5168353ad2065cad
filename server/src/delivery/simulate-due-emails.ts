import type { AppContext } from '../app-context.ts';
import { isOutage, type Trx } from '../db/dialect.ts';
import { findVerifiedDomains } from '../domains/index.ts';
import { applySimulated, type DueMessage, failure, isOpen, type Message, type Outcome, simulate } from '../messages/index.ts';
import { createNewlyListed } from '../suppressions/index.ts';
import { addressees, findSuppressedNow, openRecipients } from './claim-emails.ts';
import { UNSENT, withSuppressed } from './outcomes/interpret.ts';

/** Messages of one transaction: as many as a batch begins with. */
const AT_ONCE = 100;

/** Messages in the order in which they have come due, and those of them that are still waiting. */
interface Due {
  readonly due: readonly DueMessage[];
  readonly messages: readonly Message[];
}

/** What becomes of a due message in test mode, by whether its sender may still send and who gets no mail by now. */
function outcomeOf(app: AppContext, delivery: { message: Message; suppressed: readonly string[] }, verified: boolean): Outcome {
  if (!verified) return failure(openRecipients(delivery), 'from_domain_not_verified');
  const to = addressees(delivery);
  const outcome = to.length === 0 ? UNSENT : simulate(delivery.message.id, to, app.config.TEST_DOMAIN);
  return withSuppressed(outcome, delivery.suppressed);
}

/** Decides in the order in which they have come due: whom one of them puts on the list gets none that follow. Returns outcomes by message. */
async function decide(app: AppContext, trx: Trx, { due, messages }: Due): Promise<ReadonlyMap<string, Outcome>> {
  const verified = await findVerifiedDomains(trx, [...new Set(messages.map(({ domainId }) => domainId))]);
  const suppressed = await findSuppressedNow(app, trx, messages);
  const waiting = new Map(messages.map((message) => [message.id, message]));
  const newly = createNewlyListed();
  const outcomes = new Map<string, Outcome>();
  for (const message of due.flatMap(({ id }) => waiting.get(id) ?? [])) {
    const { id, tenantId } = message;
    const emails = message.recipients.filter(isOpen).map(({ email }) => email);
    const onList = new Set([...(suppressed.get(id) ?? []), ...newly.among(tenantId, emails)]);
    const held = emails.filter((email) => onList.has(email));
    const outcome = outcomeOf(app, { message, suppressed: held }, verified.has(message.domainId));
    newly.note(tenantId, outcome.reports);
    outcomes.set(id, outcome);
  }
  return outcomes;
}

const simulateTogether = (app: AppContext, due: readonly DueMessage[]): Promise<void> =>
  app.db.transact((trx) => applySimulated(app, trx, { due, decide: (messages) => decide(app, trx, { due, messages }) }));

/** A fault of ours that befalls one is not to hold up the others. */
async function simulateEach(app: AppContext, due: readonly DueMessage[]): Promise<void> {
  for (const one of due) {
    await simulateTogether(app, [one]).catch((err: unknown) => {
      if (isOutage(err)) throw err;
      app.log.error({ err, message_id: one.id }, 'a due message in test mode could not be simulated');
    });
  }
}

/** Gives due messages in test mode their outcomes, without a job or a provider. One that has a fault is left to later sweeps. */
export async function simulateDueEmails(app: AppContext, due: readonly DueMessage[]): Promise<void> {
  for (let start = 0; start < due.length; start += AT_ONCE) {
    const some = due.slice(start, start + AT_ONCE);
    await simulateTogether(app, some).catch((err: unknown) => {
      if (isOutage(err)) throw err;
      return simulateEach(app, some);
    });
  }
}
