import pMap from 'p-map';
import type { ClaimedJob } from '../../queue/queue.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { groupDeliveries } from '../deliveries/group-deliveries.ts';
import { findDeliveries } from '../deliveries/store.ts';
import { findWebhook } from '../endpoints/store.ts';
import { type DeliverParts, openEndpoint, postDelivery, type Target } from './post-delivery.ts';

/** The most posts of one job at once; with the two jobs that an endpoint may have, 10 over all processes. */
const POSTS_A_JOB = 5;
/** Milliseconds for which posts under way may continue once the process is told to stop. */
const GRACE_MS = 4000;

/** Returns a signal that aborts so long after another one. */
function abortLater(signal: AbortSignal, ms: number) {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(() => late.abort(), ms);
  };
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  const clear = () => {
    signal.removeEventListener('abort', wait);
    clearTimeout(timer);
  };
  return { signal: late.signal, clear };
}

async function findTarget({ app }: DeliverParts, [first]: readonly Delivery[]): Promise<Target | undefined> {
  const endpoint = first && (await findWebhook(app.db.read, { tenantId: first.tenantId, id: first.webhookId }));
  return endpoint && openEndpoint(app, endpoint);
}

async function workOffJob(parts: DeliverParts, job: ClaimedJob<'webhook'>, signal: AbortSignal): Promise<void> {
  const { app, writer, yieldIfBusy } = parts;
  const groups = await groupDeliveries(app.db.read, await writer.claim(job));
  const grace = abortLater(signal, GRACE_MS);
  const begin = async (delivery: Delivery, target: Target) => {
    if (signal.aborted) return;
    // Another process may have it by now; if not, the restarted job delivers what is left.
    if (!job.holdsLease()) throw new Error('the lease has run out');
    await postDelivery(parts, delivery, { target, signal: grace.signal });
  };
  const postGroup = async (ids: readonly string[]) => {
    await yieldIfBusy();
    const deliveries = await findDeliveries(app.db.read, ids);
    const target = await findTarget(parts, deliveries);
    if (target === undefined) return;
    await pMap(deliveries, (delivery) => begin(delivery, target), { concurrency: POSTS_A_JOB, stopOnError: false });
  };
  try {
    await pMap(groups, postGroup, { concurrency: 1, stopOnError: false });
  } finally {
    grace.clear();
  }
  // The job returns to the queue and later continues with what it has not delivered.
  signal.throwIfAborted();
}

/** Handles jobs, each of deliveries to one endpoint: claim → sign → post → record. Rejects where a job has to be run again. */
export async function deliverWebhooks(parts: DeliverParts, jobs: readonly ClaimedJob<'webhook'>[], signal: AbortSignal): Promise<void> {
  await Promise.all(jobs.map((job) => workOffJob(parts, job, signal)));
}
