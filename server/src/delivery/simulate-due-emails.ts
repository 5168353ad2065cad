import type { AppContext } from '../app-context.ts';
import { chunk } from '../core/chunk.ts';
import { isOutage, type Trx } from '../db/dialect.ts';
import { findVerifiedDomains } from '../domains/index.ts';
import type { DueMessage } from '../messages/claims/index.ts';
import { isOpen, type Message } from '../messages/index.ts';
import { applySimulated, failure, type Outcome, simulate } from '../messages/outcomes/index.ts';
import { createNewlyListed } from '../suppressions/index.ts';
import { type AddressedMail, addressees, findSuppressedNow, openRecipients } from './addressees.ts';
import { UNSENT, withSuppressed } from './outcomes/interpret.ts';

/** The most messages of one transaction. */
const AT_ONCE = 100;

/** Messages in the order in which they have come due, and those of them that are still waiting. */
interface Due {
  readonly due: readonly DueMessage[];
  readonly messages: readonly Message[];
}

/** Returns the simulated outcome of a message whose sender may still send. */
function simulateMail({ config }: AppContext, mail: AddressedMail): Outcome {
  const to = addressees(mail);
  return withSuppressed(to.length === 0 ? UNSENT : simulate(mail.message.id, to, config.TEST_DOMAIN), mail.suppressed);
}

/** Decides on messages in the order in which they came due: a recipient whom one of them puts on the list gets none that follow. Returns outcomes by message id. */
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
    const mail = { message, suppressed: emails.filter((email) => onList.has(email)) };
    const isVerified = verified.has(message.domainId);
    const outcome = isVerified ? simulateMail(app, mail) : failure(openRecipients(mail), 'from_domain_not_verified');
    newly.note(tenantId, outcome.reports);
    outcomes.set(id, outcome);
  }
  return outcomes;
}

const simulateTogether = (app: AppContext, due: readonly DueMessage[]): Promise<void> =>
  app.db.transact((trx) => applySimulated(app, trx, { due, decide: (messages) => decide(app, trx, { due, messages }) }));

/** Simulates messages one by one, so that one that fails holds up no other. */
async function simulateEach(app: AppContext, due: readonly DueMessage[]): Promise<void> {
  for (const one of due) {
    await simulateTogether(app, [one]).catch((err: unknown) => {
      if (isOutage(err)) throw err;
      app.log.error({ err, message_id: one.id }, 'a due message in test mode could not be simulated');
    });
  }
}

/** Simulates the delivery of due messages in test mode, without a job or a provider. One that fails is left to later sweeps. */
export async function simulateDueEmails(app: AppContext, due: readonly DueMessage[]): Promise<void> {
  for (const some of chunk(due, AT_ONCE)) {
    await simulateTogether(app, some).catch((err: unknown) => {
      if (isOutage(err)) throw err;
      return simulateEach(app, some);
    });
  }
}
