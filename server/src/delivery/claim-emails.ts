import type { Expression, Kysely, SqlBool } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { HOUR_MS } from '../core/durations.ts';
import { question } from '../core/hooks.ts';
import type { Trx } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { findSigningDomains, type SigningDomain } from '../domains/index.ts';
import {
  type Claim,
  claimMessages,
  type FoundBody,
  findBodies,
  isOpen,
  isSendable,
  type Message,
  type Placement,
  type Recipient,
  releaseMessages,
} from '../messages/index.ts';
import type { DeliverQueue } from '../queue/jobs.ts';
import type { ClaimedJob } from '../queue/queue.ts';
import { findSuppressed } from '../suppressions/index.ts';
import { doubtedRecipients, doubtMessages } from './store.ts';

/** When a claim counts as dead although its job is not gone. */
const CLAIM_MS = HOUR_MS;

export type DeliveryJob = ClaimedJob<DeliverQueue>;

/** A claimed message with what was loaded for it. */
export interface Delivery {
  readonly message: Message;
  readonly claim: Claim;
  readonly job: DeliveryJob;
  /** It can wait for mail that is not. */
  readonly bulk: boolean;
  /** Bare addresses, of those still open, that must get no mail by now. */
  readonly suppressed: readonly string[];
  /** Bare addresses, of those still open, for whom an earlier attempt ended without anybody knowing how. */
  readonly doubtful: readonly string[];
  /** Undefined where it is gone. */
  readonly body: FoundBody | undefined;
  readonly domain: SigningDomain | undefined;
}

const toClaims = (jobs: readonly DeliveryJob[]): Claim[] =>
  jobs.flatMap((job) => job.payload.message_ids.map((messageId) => ({ messageId, jobId: job.id, jobAttempt: job.attempt })));

const distinct = (ids: readonly string[]) => [...new Set(ids)];

/** Which queued mail is to wait: a condition on a row of `messages`. */
export const heldMail = question<[], { readonly where: Expression<SqlBool> }>('held mail');

/** Which of the messages that were claimed in this transaction are to wait after all, and until when. */
export const postponedMail = question<[trx: Trx, messages: readonly Message[]], readonly Placement[]>('postponed mail');

export interface ClaimParts {
  readonly app: AppContext;
}

/** Looks at the lists again: much may have happened since the messages were accepted, or tried last. */
export async function findSuppressedNow(app: AppContext, db: Kysely<Schema>, messages: readonly Message[]): Promise<Map<string, string[]>> {
  const addressees = messages.flatMap(({ id, tenantId, stream, recipients }) =>
    recipients.filter(isOpen).map(({ email }) => ({ id, tenantId, email, stream })),
  );
  const suppressed = await findSuppressed(app, db, addressees);
  const byMessage = Map.groupBy(suppressed, ({ id }) => id);
  return new Map([...byMessage].map(([id, found]) => [id, found.map(({ email }) => email)]));
}

/** Gives back what is to wait after all; returns the rest. */
async function postpone({ hooks }: AppContext, trx: Trx, claimed: readonly Message[]): Promise<readonly Message[]> {
  const placed = (await hooks.ask(postponedMail, trx, claimed)).flat();
  if (placed.length === 0) return claimed;
  const due = new Map(placed.map(({ id, dueAt }) => [id, dueAt]));
  const { postponed = [], kept = [] } = Object.groupBy(claimed, ({ id }) => (due.has(id) ? 'postponed' : 'kept'));
  const releases = postponed.flatMap(({ id, claim }) => (claim === null ? [] : [{ ...claim, dueAt: due.get(id) ?? 0 }]));
  await releaseMessages(trx, releases);
  return kept;
}

/**
 * Claims the messages that jobs name and loads what they are made of, one statement a table; bodies only as far as they are small
 * together. In the order of the jobs: the most urgent first.
 */
export async function claimEmails(parts: ClaimParts, jobs: readonly DeliveryJob[], bulk: boolean): Promise<Delivery[]> {
  const { app } = parts;
  const { db } = app;
  const held = await app.hooks.ask(heldMail);
  const { messages, doubted } = await db.transact(async (trx) => {
    const waiting = await claimMessages(trx, {
      claims: toClaims(jobs),
      expiresAt: db.clock.now() + CLAIM_MS,
      held: held.map(({ where }) => where),
    });
    const claimed = await postpone(app, trx, waiting);
    const tried = claimed.filter(({ attempts }) => attempts > 0).map(({ id }) => id);
    return {
      messages: claimed,
      doubted: await doubtMessages(trx, { messageIds: tried, now: app.clock.now(), lasting: app.config.IN_DOUBT === 'fail' }),
    };
  });
  const [bodies, domains, suppressed] = await Promise.all([
    findBodies(db.read, distinct(messages.map(({ bodyId }) => bodyId))),
    findSigningDomains(app, distinct(messages.map(({ domainId }) => domainId))),
    findSuppressedNow(app, db.read, messages),
  ]);
  const byDomain = new Map(domains.map((domain) => [domain.id, domain]));
  const byJob = Map.groupBy(messages, ({ claim }) => claim?.jobId);
  return jobs.flatMap((job) =>
    (byJob.get(job.id) ?? []).map((message) => ({
      message,
      job,
      bulk,
      claim: { messageId: message.id, jobId: job.id, jobAttempt: job.attempt },
      suppressed: suppressed.get(message.id) ?? [],
      doubtful: doubtedRecipients(message.recipients, doubted.get(message.id))
        .filter(isOpen)
        .map(({ email }) => email),
      body: bodies.get(message.bodyId),
      domain: byDomain.get(message.domainId),
    })),
  );
}

/** Recipients of whom nothing final is known. */
export const openRecipients = ({ message }: Pick<Delivery, 'message'>): Recipient[] => message.recipients.filter(isOpen);

/** Recipients that this attempt is for; none where none is left whom the mail is for first. `givenUp` may have the mail and get it no more. */
export function addressees(
  { message, suppressed }: Pick<Delivery, 'message' | 'suppressed'>,
  givenUp: readonly string[] = [],
): Recipient[] {
  const isSuppressed = (recipient: Recipient) => isOpen(recipient) && suppressed.includes(recipient.email);
  const now = message.recipients.map(
    (recipient): Recipient => (isSuppressed(recipient) ? { ...recipient, status: 'suppressed' } : recipient),
  );
  return isSendable(now) ? now.filter((recipient) => isOpen(recipient) && !givenUp.includes(recipient.email)) : [];
}
