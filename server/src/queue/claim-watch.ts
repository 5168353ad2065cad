import type { Logger } from 'pino';
import { causeOf, type LogThrottle } from '../core/errors/log-throttle.ts';
import type { JobName } from './jobs.ts';
import type { QueueTime } from './time.ts';

/** Says in the log that jobs cannot be claimed, and when all queues of the process can claim theirs again. */
export interface ClaimWatch {
  failed(queue: JobName, error: unknown): void;
  succeeded(queue: JobName): void;
}

/** Creates one for all queues of a process. */
export function createClaimWatch({ time, log, logThrottle }: { time: QueueTime; log: Logger; logThrottle: LogThrottle }): ClaimWatch {
  const failing = new Set<JobName>();
  let since = 0;
  let isTold = false;
  return {
    failed(queue, err) {
      if (failing.size === 0) since = time.monotonic();
      failing.add(queue);
      logThrottle.throttled(`claim ${causeOf(err)}`, (omitted) => {
        isTold = true;
        log.error({ err, queue, omitted }, 'jobs could not be claimed');
      });
    },
    succeeded(queue) {
      if (!failing.delete(queue) || failing.size > 0 || !isTold) return;
      // Not throttled: the last that is said of an outage must not be that it goes on.
      isTold = false;
      log.info({ away_ms: Math.round(time.monotonic() - since) }, 'jobs can be claimed again');
    },
  };
}
