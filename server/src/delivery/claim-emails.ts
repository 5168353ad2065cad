import type { Expression, SqlBool } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { HOUR_MS } from '../core/durations.ts';
import { question } from '../core/hooks.ts';
import type { Trx } from '../db/dialect.ts';
import { findSigningDomains, type SigningDomain } from '../domains/index.ts';
import type { Placement } from '../messages/bulk/index.ts';
import { claimMessages, releaseMessages } from '../messages/claims/index.ts';
import { type Claim, type FoundBody, findBodies, isOpen, type Message } from '../messages/index.ts';
import type { DeliverQueue } from '../queue/jobs.ts';
import type { ClaimedJob } from '../queue/queue.ts';
import { type AddressedMail, findSuppressedNow } from './addressees.ts';
import { type Doubts, doubtedRecipients, doubtMessages } from './doubted-store.ts';

/** Milliseconds after which a claim counts as dead although its job still exists. */
const CLAIM_MS = HOUR_MS;

export type DeliveryJob = ClaimedJob<DeliverQueue>;

/** A claimed message with what its delivery needs. */
export interface Delivery extends AddressedMail {
  readonly claim: Claim;
  readonly job: DeliveryJob;
  /** Whether it waits for mail that is not bulk. */
  readonly bulk: boolean;
  /** Bare addresses of open recipients whose earlier attempt ended with an unknown outcome. */
  readonly doubtful: readonly string[];
  /** Undefined where it was removed. */
  readonly body: FoundBody | undefined;
  readonly domain: SigningDomain | undefined;
}

/** Jobs whose messages are delivered together. */
export interface ClaimRequest {
  readonly jobs: readonly DeliveryJob[];
  /** Whether they wait for mail that is not bulk. */
  readonly bulk: boolean;
}

const toClaims = (jobs: readonly DeliveryJob[]): Claim[] =>
  jobs.flatMap((job) => job.payload.message_ids.map((messageId) => ({ messageId, jobId: job.id, jobAttempt: job.attempt })));

const distinct = (ids: readonly string[]) => [...new Set(ids)];

/** Which queued mail is held for now: a condition on a row of `messages`. */
export const heldMail = question<[], { readonly where: Expression<SqlBool> }>('held mail');

/** Which of the messages that this transaction has claimed are to wait after all, and until when. */
export const postponedMail = question<[trx: Trx, messages: readonly Message[]], readonly Placement[]>('postponed mail');

/** Releases messages that are to wait after all. Returns the others. */
async function postpone({ hooks }: AppContext, trx: Trx, claimed: readonly Message[]): Promise<readonly Message[]> {
  const placed = (await hooks.ask(postponedMail, trx, claimed)).flat();
  if (placed.length === 0) return claimed;
  const due = new Map(placed.map(({ id, dueAt }) => [id, dueAt]));
  const { postponed = [], kept = [] } = Object.groupBy(claimed, ({ id }) => (due.has(id) ? 'postponed' : 'kept'));
  const releases = postponed.flatMap(({ id, claim }) => (claim === null ? [] : [{ ...claim, dueAt: due.get(id) ?? 0 }]));
  await releaseMessages(trx, releases);
  return kept;
}

/** Claims the messages that jobs name. Returns those that may be delivered now, and the earlier attempts at them that are in doubt. */
async function claimNamed(app: AppContext, jobs: readonly DeliveryJob[]): Promise<{ messages: readonly Message[]; doubts: Doubts }> {
  const { db, clock, config, hooks } = app;
  const held = (await hooks.ask(heldMail)).map(({ where }) => where);
  return db.transact(async (trx) => {
    const claimed = await claimMessages(trx, { claims: toClaims(jobs), expiresAt: db.clock.now() + CLAIM_MS, held });
    const messages = await postpone(app, trx, claimed);
    const messageIds = messages.filter(({ attempts }) => attempts > 0).map(({ id }) => id);
    const doubts = await doubtMessages(trx, { messageIds, now: clock.now(), lasting: config.IN_DOUBT === 'fail' });
    return { messages, doubts };
  });
}

/**
 * Claims the messages that jobs name and loads what they are made of, by one statement for each table; bodies only as far as they are
 * small together. Returns them in the order of the jobs: the most urgent first.
 */
export async function claimEmails(app: AppContext, { jobs, bulk }: ClaimRequest): Promise<Delivery[]> {
  const { messages, doubts } = await claimNamed(app, jobs);
  const [bodies, domains, suppressed] = await Promise.all([
    findBodies(app.db.read, distinct(messages.map(({ bodyId }) => bodyId))),
    findSigningDomains(app, distinct(messages.map(({ domainId }) => domainId))),
    findSuppressedNow(app, app.db.read, messages),
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
      doubtful: doubtedRecipients(message.recipients, doubts.get(message.id))
        .filter(isOpen)
        .map(({ email }) => email),
      body: bodies.get(message.bodyId),
      domain: byDomain.get(message.domainId),
    })),
  );
}
