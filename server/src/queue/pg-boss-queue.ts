import { type Clock, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { errorCodeOf } from '../core/errors/error-code.ts';
import { createLogThrottle } from '../core/errors/log-throttle.ts';
import { connectionOf, isPooled } from '../db/postgres/session.ts';
import { BACK_OFF_MS, KEEP_FAILED_MS, LEASE_MS, LONGEST_BACK_OFF_MS } from './job-store.ts';
import { jobNames, jobSpecs } from './jobs.ts';
import { indexGroups, lowerJobs, raiseJobs } from './pg-boss-groups.ts';
import { createPgBossJobs, orUnavailable } from './pg-boss-jobs.ts';
import {
  asError,
  countJobs,
  findOpenJobs,
  isLostRace,
  joining,
  listFailedJobs,
  poolOptions,
  wakeOnNotification,
} from './pg-boss-patches.ts';
import type { Queue, QueueContext } from './queue.ts';
import { systemTime } from './time.ts';
import { createWorker } from './worker.ts';

/** Four connections per process, with the one that listens. */
const CONNECTIONS = 3;
/** pg-boss deletes waiting jobs after their retention, 14 days by default; this is 63 years. */
const NEVER_SECONDS = 2_000_000_000;
const DAY_SECONDS = 86_400;

const queueOptions = {
  heartbeatSeconds: LEASE_MS / 1000,
  // Only a missing heartbeat means that a worker is dead; a day is the longest expiration that pg-boss allows.
  expireInSeconds: DAY_SECONDS,
  retentionSeconds: NEVER_SECONDS,
  deleteAfterSeconds: KEEP_FAILED_MS / 1000,
  retryDelay: BACK_OFF_MS / 1000,
  retryBackoff: true,
  retryDelayMax: LONGEST_BACK_OFF_MS / 1000,
  warningQueueSize: 100_000,
  notify: true,
};

function logEvents(boss: PgBoss, log: Logger): void {
  const { throttled } = createLogThrottle();
  boss.on('error', (reported) => {
    const err = asError(reported);
    throttled(errorCodeOf(err) ?? err.name, (omitted) => log.error({ err, omitted }, 'the queue reports an error'));
  });
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));
}

async function installOnce(connectionString: string, log: Logger): Promise<void> {
  const boss = new PgBoss({ ...poolOptions, ...connectionOf(connectionString), max: 1, supervise: false, schedule: false });
  logEvents(boss, log);
  try {
    await boss.start();
    for (const name of jobNames) {
      const options = { ...queueOptions, retryLimit: jobSpecs[name].maxAttempts - 1 };
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
    await indexGroups(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Installs the schema of the queue. If several processes try at once, one wins and the others find its schema on their next try. */
const install = (connectionString: string, log: Logger): Promise<void> =>
  installOnce(connectionString, log).catch((error) => {
    if (!isLostRace(error)) throw error;
    return installOnce(connectionString, log);
  });

export interface PgBossContext extends QueueContext {
  /** Clock of pg-boss, for tests. */
  readonly bossClock?: Clock;
}

/** The queue in PostgreSQL, shared by any number of processes. */
export function createPgBossQueue({ config, db, log, time = systemTime, bossClock }: PgBossContext): Queue {
  const { DATABASE_URL: connectionString, DATABASE_LISTEN_URL: listenUrl } = config;
  const boss = new PgBoss({
    ...poolOptions,
    ...connectionOf(connectionString),
    max: CONNECTIONS,
    application_name: 'posthorn-queue',
    migrate: false,
    schedule: false,
    // Without it, consumers poll every second.
    useListenNotify: listenUrl !== undefined || !isPooled(connectionString),
    // With the heartbeat, this restarts the jobs of a dead worker within a minute.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: 300,
    flowIntervalSeconds: 3600,
    ...(bossClock === undefined ? {} : { clock: bossClock }),
  });
  logEvents(boss, log);
  const worker = createWorker({ store: createPgBossJobs(boss, db), time, log });
  wakeOnNotification(boss, { listenUrl, wake: worker.wake });

  return {
    install: () => orUnavailable(install(connectionString, log)),
    open: async () => {
      try {
        await orUnavailable(boss.start());
      } catch (err) {
        await boss.stop({ graceful: false });
        throw err;
      }
    },
    enqueue: async (trx, jobs) => {
      for (const [name, group] of Map.groupBy(jobs, ({ queue }) => queue)) {
        const rows = group.map(({ payload, priority = 0, group: id }) => ({
          data: payload,
          priority,
          ...(id === undefined ? {} : { group: { id } }),
        }));
        await boss.insert(name, rows, { db: joining(trx) });
      }
    },
    lower: lowerJobs,
    raise: raiseJobs,
    depths: () => countJobs(db.read),
    listFailed: (request) => listFailedJobs(db.read, request),
    findOpen: (ids) => findOpenJobs(db.read, ids),
    attach: worker.attach,
    start: worker.start,
    drain: worker.drain,
    halt: worker.halt,
    stop: worker.stop,
  };
}
