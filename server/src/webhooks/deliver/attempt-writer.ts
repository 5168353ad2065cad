import type { AppContext } from '../../app-context.ts';
import { createGroupCommit } from '../../core/concurrency/group-commit.ts';
import type { OutageRetry } from '../../core/concurrency/outage-retry.ts';
import { HOUR_MS } from '../../core/durations.ts';
import type { Trx } from '../../db/dialect.ts';
import type { ClaimedJob } from '../../queue/queue.ts';
import { type Claim, claimDeliveries, claimKey, type Settlement, settleDeliveries } from './claim-store.ts';

/** Claims and settlements of one transaction. */
const GROUP_SIZE = 500;
/** When a claim counts as dead although its job never came back. */
const CLAIM_MS = HOUR_MS;

type Item = { readonly job: ClaimedJob<'webhook'> } | { readonly settlement: Settlement };

/** Takes deliveries and records what became of them, for all jobs of this process and many in each transaction. */
export interface AttemptWriter {
  /** Returns the ids of the deliveries that are now this job's. */
  claim(job: ClaimedJob<'webhook'>): Promise<readonly string[]>;
  /** Durable before it resolves, however long the database is away: what was answered is not asked again. */
  settle(settlement: Settlement): Promise<void>;
  /** Attempts recorded so far. */
  recorded(): number;
}

const toClaims = ({ id, attempt, payload }: ClaimedJob<'webhook'>): Claim[] =>
  payload.delivery_ids.map((deliveryId) => ({ deliveryId, jobId: id, jobAttempt: attempt }));

export function createAttemptWriter({ db }: AppContext, retry: OutageRetry): AttemptWriter {
  let recorded = 0;

  async function claimAll(trx: Trx, claims: readonly Claim[]): Promise<ReadonlySet<string>> {
    if (claims.length === 0) return new Set();
    const machineNow = db.clock.now();
    return claimDeliveries(trx, { claims, machineNow, expiresAt: machineNow + CLAIM_MS });
  }

  async function write(trx: Trx, items: readonly Item[]): Promise<readonly string[][]> {
    const settlements = items.flatMap((item) => ('settlement' in item ? [item.settlement] : []));
    if (settlements.length > 0) await settleDeliveries(trx, settlements);
    const claims = items.map((item) => ('job' in item ? toClaims(item.job) : []));
    const held = await claimAll(trx, claims.flat());
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
      await retry.whileUnavailable(() => group.add({ settlement }));
      recorded += 1;
    },
    recorded: () => recorded,
  };
}
