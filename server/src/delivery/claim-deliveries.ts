import { machine } from '../core/clock.ts';
import type { MessageRow } from '../db/schema.ts';
import { findSigningDomains, type SigningDomain } from '../domains/index.ts';
import { type Claim, claimMessages, findBodies, isOpen, type MessageBody, parseRecipients, type Recipient } from '../messages/index.ts';
import type { Platform } from '../platform.ts';
import type { ClaimedJob } from '../queue/queue.ts';
import { doubtUnendedAttempts } from './store.ts';

/** When a claim counts as dead although its job never came back. */
const CLAIM_MS = 60 * 60 * 1000;

export type DeliveryJob = ClaimedJob<'deliver' | 'deliver_bulk'>;

/** A claimed message with what was loaded for it. */
export interface Delivery {
  readonly row: MessageRow;
  readonly claim: Claim;
  readonly job: DeliveryJob;
  readonly recipients: readonly Recipient[];
  /** An earlier attempt ended without anybody knowing how. */
  readonly doubtful: boolean;
  readonly body: MessageBody | undefined;
  readonly domain: SigningDomain | undefined;
}

const toClaims = (jobs: readonly DeliveryJob[]): Claim[] =>
  jobs.flatMap((job) => job.payload.message_ids.map((messageId) => ({ messageId, jobId: job.id, jobAttempt: job.attempt })));

const distinct = (ids: readonly string[]) => [...new Set(ids)];

/** Claims the messages that jobs name and loads what they are made of, one statement a table. */
export async function claimDeliveries(platform: Platform, jobs: readonly DeliveryJob[]): Promise<Delivery[]> {
  const { db, clock } = platform;
  const { rows, doubted } = await db.transact(async (trx) => {
    const claimed = await claimMessages(trx, db.dialect, { claims: toClaims(jobs), expiresAt: machine.now() + CLAIM_MS });
    const tried = claimed.filter(({ attempts }) => attempts > 0).map(({ id }) => id);
    const unended =
      tried.length === 0 ? new Set<string>() : await doubtUnendedAttempts(trx, db.dialect, { messageIds: tried, now: clock.now() });
    return { rows: claimed, doubted: unended };
  });
  const [bodies, domains] = await Promise.all([
    findBodies(db.read, db.dialect, distinct(rows.map(({ body_id }) => body_id))),
    findSigningDomains(platform, distinct(rows.map(({ domain_id }) => domain_id))),
  ]);
  const byDomain = new Map(domains.map((domain) => [domain.id, domain]));
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return rows.flatMap((row) => {
    const job = byId.get(row.claim_job ?? '');
    if (job === undefined) return [];
    const recipients = parseRecipients(row.recipients);
    const claim = { messageId: row.id, jobId: job.id, jobAttempt: job.attempt };
    return {
      row,
      job,
      claim,
      recipients,
      doubtful: doubted.has(row.id),
      body: bodies.get(row.body_id),
      domain: byDomain.get(row.domain_id),
    };
  });
}

/** Addresses that this attempt is for. */
export const openRecipients = ({ recipients }: Delivery): Recipient[] => recipients.filter(isOpen);
