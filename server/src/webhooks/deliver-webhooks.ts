import type { WebhookAttempt } from '@posthorn/contract';
import pMap from 'p-map';
import type { AppContext } from '../app-context.ts';
import type { ClaimedJob, JobHandler } from '../queue/queue.ts';
import type { AttemptWriter } from './attempt-writer.ts';
import { findTarget } from './claim-store.ts';
import { findDeliveries, type ToldDelivery } from './delivery-store.ts';
import { payloadOf } from './payload.ts';
import type { Posted, Poster } from './post.ts';
import { readAttempts } from './present.ts';
import { nextAttemptAt } from './retry-ladder.ts';
import { type Signed, signatureHeaders } from './signature.ts';

/** Posts of one job under way; with the two jobs that an endpoint may have, 10 over all processes. */
const POSTS_A_JOB = 5;
/** How long posts that are under way may go on once the process is to stop. */
const GRACE_MS = 4000;
const MOST_ERROR_CHARACTERS = 200;

export interface DelivererParts {
  readonly app: AppContext;
  readonly writer: AttemptWriter;
  readonly poster: Poster;
}

/** Where the deliveries of a job go. */
interface Target {
  readonly url: string;
  secretsAt(at: number): Signed['secrets'];
}

const isSuccess = ({ status }: Posted) => status !== null && status >= 200 && status < 300;

function settle(delivery: ToldDelivery, at: number, posted: Posted) {
  const number = delivery.attempt_count + 1;
  const attempt: WebhookAttempt = {
    attempt: number,
    at,
    response_status: posted.status,
    duration_ms: posted.durationMs,
    error: posted.error?.slice(0, MOST_ERROR_CHARACTERS) ?? null,
  };
  const next = isSuccess(posted) ? null : nextAttemptAt(number, at);
  return {
    status: isSuccess(posted) ? ('delivered' as const) : next === null ? ('failed' as const) : ('pending' as const),
    attempts: JSON.stringify([...readAttempts(delivery.attempts), attempt]),
    attemptCount: number,
    nextAttemptAt: next,
  };
}

/** Aborts a while after another signal. */
function after(signal: AbortSignal, ms: number) {
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

/** Works off jobs, each of deliveries to one endpoint: claim → sign → post → record. */
export function webhookDeliverer({ app, writer, poster }: DelivererParts): JobHandler<'webhook'> {
  const { db, clock, secrets } = app;

  async function loadTarget({ tenant_id, webhook_id }: ToldDelivery): Promise<Target | undefined> {
    const row = await findTarget(db.read, tenant_id, webhook_id);
    if (row === undefined) return undefined;
    const secret = secrets.open(row.secret);
    const previous = row.previous_secret === null ? undefined : secrets.open(row.previous_secret);
    const until = row.previous_until ?? 0;
    return { url: row.url, secretsAt: (at) => (previous !== undefined && at < until ? [secret, previous] : [secret]) };
  }

  async function attempt(delivery: ToldDelivery, target: Target, signal: AbortSignal): Promise<void> {
    const at = clock.now();
    const body = JSON.stringify(payloadOf(delivery));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Posthorn',
      'x-webhook-id': delivery.event_id,
      'x-webhook-delivery': delivery.id,
      'x-webhook-event': delivery.type,
      'x-webhook-timestamp': String(at),
      ...signatureHeaders({ secrets: target.secretsAt(at), id: delivery.event_id, at, body }),
    };
    const posted = await poster.post({ url: target.url, headers, body, signal });
    // Broken off by us: nobody knows what came of it, so it is made again.
    if (signal.aborted && posted.status === null) return;
    const claim = { deliveryId: delivery.id, jobId: delivery.claim_job ?? '', jobAttempt: delivery.claim_attempt ?? 0 };
    await writer.settle({ ...claim, ...settle(delivery, at, posted) });
  }

  async function deliver(job: ClaimedJob<'webhook'>, signal: AbortSignal): Promise<void> {
    const ids = await writer.claim(job);
    const deliveries = await findDeliveries(db.read, ids);
    const [first] = deliveries;
    const target = first === undefined ? undefined : await loadTarget(first);
    if (target === undefined) return;
    const grace = after(signal, GRACE_MS);
    const begin = async (delivery: ToldDelivery) => {
      if (!signal.aborted && job.holdsLease()) await attempt(delivery, target, grace.signal);
    };
    try {
      await pMap(deliveries, begin, { concurrency: POSTS_A_JOB, stopOnError: false });
    } finally {
      grace.clear();
    }
    // Handed back, the job takes up what it has not delivered.
    signal.throwIfAborted();
  }

  return async (jobs, signal) => {
    await Promise.all(jobs.map((job) => deliver(job, signal)));
  };
}
