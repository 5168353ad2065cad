import { setImmediate } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { createSystemRandom } from '../../../server/src/core/crypto/random.ts';
import { createIdFactory } from '../../../server/src/core/ids.ts';
import type { Db } from '../../../server/src/db/db.ts';
import { createQueue } from '../../../server/src/queue/create-queue.ts';
import type { JobName } from '../../../server/src/queue/jobs.ts';
import type { ClaimedJob, JobHandlers, NewJob, Queue } from '../../../server/src/queue/queue.ts';
import { openMigrated } from '../database/database.ts';
import type { Engine } from '../engines.ts';
import { createHandClock, type HandClock } from './hand-clock.ts';

interface Batch {
  readonly name: JobName;
  readonly jobs: readonly ClaimedJob[];
  readonly signal: AbortSignal;
}

/** Processes a batch, like a handler of either queue; a label is a test's name for a job. */
export type Work = (labels: readonly string[], batch: Batch) => Promise<void>;

/** A process with its own queue. */
interface Instance {
  readonly queue: Queue;
  hang(): void;
}

interface EnqueueOptions {
  readonly name?: JobName;
  readonly priority?: number;
  /** A group of the queue `webhook`, which is used as the queue. */
  readonly group?: string;
}

/** A separate database, and a time that only the test moves. */
export interface Fixture {
  readonly db: Db;
  readonly url: string;
  readonly log: Logger;
  readonly clock: HandClock;
  /** Opens a queue as a separate process would. */
  open(work?: Work): Promise<Instance>;
  /** Commits a job for each label. */
  enqueue(queue: Queue, labels: readonly string[], options?: EnqueueOptions): Promise<void>;
  passFor(ms: number): Promise<void>;
  /** Lets time pass until something has happened. */
  pass<T>(event: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const STEP_MS = 500;
const PATIENCE_MS = 3_600_000;

function labelOf({ payload }: ClaimedJob): string {
  if ('broadcast_id' in payload) return payload.broadcast_id;
  if ('automation_id' in payload) return payload.automation_id;
  if ('import_id' in payload) return payload.import_id;
  return ('message_ids' in payload ? payload.message_ids : payload.delivery_ids).join();
}

const handlersOf = (work: Work): JobHandlers => ({
  deliver: (jobs, signal) => work(jobs.map(labelOf), { name: 'deliver', jobs, signal }),
  deliver_flood: async () => undefined,
  deliver_bulk: (jobs, signal) => work(jobs.map(labelOf), { name: 'deliver_bulk', jobs, signal }),
  fanout: async () => undefined,
  automation: async () => undefined,
  import: async () => undefined,
  webhook: (jobs, signal) => work(jobs.map(labelOf), { name: 'webhook', jobs, signal }),
});

function toJob(label: string, { name = 'deliver', priority = 0, group }: EnqueueOptions): NewJob {
  if (group !== undefined) return { queue: 'webhook', payload: { delivery_ids: [label] }, priority, group };
  return { queue: name, payload: { message_ids: [label] }, priority };
}

export async function createFixture(engine: Engine): Promise<Fixture> {
  const { url, db, close } = await openMigrated(engine);
  const clock = createHandClock();
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const queues: Queue[] = [];

  function create(): Instance {
    const { hang, ...given } = clock.forInstance();
    const queue = createQueue({ config: { DATABASE_URL: url }, db, newId: createIdFactory(createSystemRandom()), log, ...given });
    queues.push(queue);
    return { queue, hang };
  }

  async function passFor(ms: number): Promise<void> {
    await clock.tick(ms);
    await setImmediate();
  }

  async function pass<T>(event: Promise<T>): Promise<T> {
    let happened = false;
    const settled = event.finally(() => {
      happened = true;
    });
    settled.catch(() => undefined);
    for (const end = clock.now() + PATIENCE_MS; !happened && clock.now() < end; ) await passFor(STEP_MS);
    return settled;
  }

  if (engine.name === 'postgres') await clock.attach(url);

  return {
    db,
    url,
    log,
    clock,
    open: async (work = async () => undefined) => {
      const instance = create();
      instance.queue.attach(handlersOf(work));
      await instance.queue.open();
      return instance;
    },
    enqueue: async (queue, labels, options = {}) => {
      const jobs = labels.map((label) => toJob(label, options));
      await db.transact((trx) => queue.enqueue(trx, jobs));
    },
    passFor,
    pass,
    close: async () => {
      await pass(Promise.all(queues.map((queue) => queue.stop())));
      await clock.close();
      await close();
    },
  };
}

/** A promise that the test settles. */
export const gate = () => Promise.withResolvers<void>();
