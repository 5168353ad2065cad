import type { Logger } from 'pino';
import { causeOf, type LogThrottle } from '../core/errors/log-throttle.ts';
import { type FencingToken, type JobStore, LEASE_MS } from './job-store.ts';
import type { JobName } from './jobs.ts';
import type { QueueTime } from './time.ts';

/** Short enough that one renewal may fail. */
const RENEW_MS = LEASE_MS / 3;
/** Interval after a failed renewal: once the database is back, the lease is still ours unless another worker has claimed the job. */
const RENEW_AGAIN_MS = 1000;

export interface Lease {
  /** False once the lease may have run out. */
  holds(id: string): boolean;
  /** Stops renewing. */
  end(): void;
}

interface LeaseRequest {
  readonly store: JobStore;
  readonly time: QueueTime;
  readonly log: Logger;
  readonly logThrottle: LogThrottle;
  readonly name: JobName;
  readonly claims: readonly FencingToken[];
  /** Monotonic time from before the claim was sent, so that the lease ends here no later than in the store. */
  readonly since: number;
  /** Also ends the lease. */
  readonly abandoned: AbortSignal;
}

/** Renews the leases of claimed jobs until it is stopped. */
export function keepLease({ store, time, log, logThrottle, name, claims, since, abandoned }: LeaseRequest): Lease {
  const until = new Map(claims.map(({ id }) => [id, since + LEASE_MS]));
  let ended = false;
  let cancel = time.after(RENEW_MS, () => void renew());

  async function renew(): Promise<void> {
    const asked = time.monotonic();
    const held = claims.filter(({ id }) => until.has(id));
    let next = RENEW_MS;
    try {
      const kept = new Set(await store.extend(name, held));
      for (const { id } of held) {
        if (kept.has(id)) until.set(id, asked + LEASE_MS);
        else until.delete(id);
      }
    } catch (err) {
      next = RENEW_AGAIN_MS;
      // Many jobs at once have a lease each, which is tried again each second.
      if (!ended)
        logThrottle.throttled(`lease ${causeOf(err)}`, (omitted) => log.warn({ err, queue: name, omitted }, 'leases were not renewed'));
    }
    if (!ended && until.size > 0) cancel = time.after(next, () => void renew());
  }

  function end(): void {
    ended = true;
    cancel();
    abandoned.removeEventListener('abort', end);
  }

  abandoned.addEventListener('abort', end);
  return { holds: (id) => time.monotonic() < (until.get(id) ?? 0), end };
}
