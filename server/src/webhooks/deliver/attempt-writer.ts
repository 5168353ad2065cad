import { createGroupCommit } from '../../core/concurrency/group-commit.ts';
import type { OutageRetry } from '../../core/concurrency/outage-retry.ts';
import { HOUR_MS } from '../../core/durations.ts';
import type { Trx } from '../../db/dialect.ts';
import type { ClaimedJob } from '../../queue/queue.ts';
import { type EnqueueParts, toLateJob } from '../deliveries/enqueue-deliveries.ts';
import { FIRST_LATE, PROMPT } from '../deliveries/late-endpoints.ts';
import { lockUnhealthy, recordAnswers } from '../endpoints/answer-store.ts';
import { type Claim, claimDeliveries, claimKey, findEndpoints, settleDeliveries } from './claim-store.ts';
import { type EndpointSettlement, sumAnswers } from './sum-answers.ts';

/** The most claims and settlements of one transaction. */
const GROUP_SIZE = 500;
/** Milliseconds after which a claim counts as dead although its job never came back. */
const CLAIM_MS = HOUR_MS;

type Item = { readonly job: ClaimedJob<'webhook'> } | { readonly settlement: EndpointSettlement };

/** Claims deliveries and records attempts, for all jobs of this process and many in each transaction. */
export interface AttemptWriter {
  /**
   * Claims the deliveries of a job. Returns the ids of those that it now has: none where their endpoint has begun to fail or to answer
   * slowly since the job was made, whose place another job takes that comes after others.
   */
  claim(job: ClaimedJob<'webhook'>): Promise<readonly string[]>;
  /** Records an attempt. Resolves once that is durable, however long the database is away, so that what was answered is not posted again. */
  settle(settlement: EndpointSettlement): Promise<void>;
  /** Returns how many attempts were recorded so far. */
  recorded(): number;
}

interface PutBack {
  readonly put: ReadonlyMap<string, string>;
  readonly mended: ReadonlySet<string>;
}

const toClaims = ({ id, attempt, payload }: ClaimedJob<'webhook'>): Claim[] =>
  payload.delivery_ids.map((deliveryId) => ({ deliveryId, jobId: id, jobAttempt: attempt }));

/** Creates the attempt writer of one process. */
export function createAttemptWriter({ app, queue, late }: EnqueueParts, retry: OutageRetry): AttemptWriter {
  const { db } = app;
  let recorded = 0;

  /**
   * Puts jobs of endpoints that are failing or slow behind the others. Returns their endpoints, by the ids of the jobs, and the endpoints of
   * late jobs that are neither any more.
   */
  async function putBack(trx: Trx, jobs: readonly ClaimedJob<'webhook'>[]): Promise<PutBack> {
    // A job that began before may have claims, which no other job could take over.
    const fresh = jobs.filter(({ attempt }) => attempt === 1);
    if (fresh.length === 0) return { put: new Map(), mended: new Set() };
    const endpoints = await findEndpoints(
      trx,
      fresh.flatMap(({ payload }) => payload.delivery_ids.slice(0, 1)),
    );
    const known = fresh.flatMap((job) => {
      const endpoint = endpoints.get(job.payload.delivery_ids[0] ?? '');
      if (endpoint === undefined) return [];
      const { webhookId, isFailing } = endpoint;
      return { ...job, webhookId, isBehind: isFailing || late.isSlow(webhookId) };
    });
    const put = known.filter(({ isBehind, priority }) => isBehind && priority > FIRST_LATE);
    await queue.enqueue(
      trx,
      put.map(({ webhookId, payload }) => toLateJob(late, webhookId, payload.delivery_ids)),
    );
    const mended = known.filter(({ isBehind, priority, payload }) => !isBehind && (priority <= FIRST_LATE || payload.late === true));
    return { put: new Map(put.map(({ id, webhookId }) => [id, webhookId])), mended: new Set(mended.map(({ webhookId }) => webhookId)) };
  }

  async function claimAll(trx: Trx, claims: readonly Claim[]): Promise<ReadonlySet<string>> {
    if (claims.length === 0) return new Set();
    const machineNow = db.clock.now();
    return claimDeliveries(trx, { claims, machineNow, expiresAt: machineNow + CLAIM_MS });
  }

  async function write(trx: Trx, items: readonly Item[]): Promise<readonly string[][]> {
    const settlements = items.flatMap((item) => ('settlement' in item ? [item.settlement] : []));
    if (settlements.length > 0) {
      const unhealthy = await lockUnhealthy(trx, sumAnswers(settlements));
      const settled = await settleDeliveries(trx, settlements);
      const answers = sumAnswers(settlements.filter(({ deliveryId }) => settled.has(deliveryId)));
      await recordAnswers(
        trx,
        answers.filter(({ webhookId }) => unhealthy.has(webhookId)),
      );
    }
    const { put, mended } = await putBack(
      trx,
      items.flatMap((item) => ('job' in item ? [item.job] : [])),
    );
    const claims = items.map((item) => ('job' in item && !put.has(item.job.id) ? toClaims(item.job) : []));
    const held = await claimAll(trx, claims.flat());
    // What else waits for these endpoints would be put back one job after the other, before what was enqueued for others since.
    if (put.size > 0) await queue.lower(trx, 'webhook', [...new Set(put.values())], FIRST_LATE);
    // Each of them raises more.
    if (mended.size > 0) await queue.raise(trx, 'webhook', [...mended], PROMPT);
    return claims.map((own) => own.filter((claim) => held.has(claimKey(claim))).map(({ deliveryId }) => deliveryId));
  }

  const group = createGroupCommit<Item, readonly string[]>({
    inFlight: 1,
    most: GROUP_SIZE,
    commit: (items) => db.transact((trx) => write(trx, items)),
  });
  return {
    claim: (job) => group.add({ job }),
    settle: async (settlement) => {
      const { webhookId, attempts } = settlement;
      const { response_status: status, duration_ms: tookMs } = attempts.at(-1) ?? { response_status: null, duration_ms: 0 };
      // One that does not answer is failing.
      if (status !== null) late.answered(webhookId, tookMs);
      await retry.whileUnavailable(() => group.add({ settlement }));
      recorded += 1;
    },
    recorded: () => recorded,
  };
}
