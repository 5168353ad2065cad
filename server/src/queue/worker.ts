import { causeOf, createLogThrottle, type LogThrottle } from '../core/errors/log-throttle.ts';
import { createClaimWatch } from './claim-watch.ts';
import { type JobName, jobNames } from './jobs.ts';
import type { ConsumerParts } from './process-jobs.ts';
import type { JobHandlers, OnQueueFailure, Queue } from './queue.ts';
import { createQueueConsumer, type QueueConsumer } from './queue-consumer.ts';
import type { QueueTime } from './time.ts';

const RECLAIM_MS = 10_000;
/** How long handlers may take to end after the signal: longer than the provider waits for mail under way. */
const GRACE_MS = 6000;

export interface Worker extends Pick<Queue, 'attach' | 'start' | 'drain' | 'halt' | 'stop'> {
  /** Looks for jobs of these queues now. */
  wake(names: Iterable<string>): void;
}

/** Resolves with the work or after a time, whichever is sooner. */
async function atMost(ms: number, time: QueueTime, work: Promise<unknown>): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancel = time.after(ms, resolve);
    void work.finally(() => {
      cancel();
      resolve();
    });
  });
}

/** Takes jobs of dead workers back, again and again, until it is cancelled. */
function createReclaim({ store, time, log, logThrottle }: Pick<ConsumerParts, 'store' | 'time' | 'log'> & { logThrottle: LogThrottle }) {
  let isCancelled = false;
  let cancelNext = () => {};

  async function reclaim(): Promise<void> {
    await store.reclaim().catch((err: unknown) => {
      logThrottle.throttled(`reclaim ${causeOf(err)}`, (omitted) =>
        log.error({ err, omitted }, 'jobs of dead workers were not taken back'),
      );
    });
    begin();
  }

  function begin(): void {
    if (!isCancelled) cancelNext = time.after(RECLAIM_MS, () => void reclaim());
  }

  return {
    begin,
    cancel(): void {
      isCancelled = true;
      cancelNext();
    },
  };
}

/** Drains consumers until none has completed anything more; returns how many jobs they have completed. */
async function drainAll(consumers: readonly QueueConsumer[]): Promise<number> {
  const total = () => consumers.reduce((sum, consumer) => sum + consumer.done(), 0);
  const before = total();
  // Jobs of one queue may have enqueued jobs of another.
  for (let last = -1; last < total(); ) {
    last = total();
    await Promise.all(consumers.map((consumer) => consumer.drain()));
  }
  return total() - before;
}

/** Processes the queues of a store: the part that is the same for every engine. */
export function createWorker({ store, time, log }: Pick<ConsumerParts, 'store' | 'time' | 'log'>): Worker {
  const consumers = new Map<string, QueueConsumer>();
  const stopping = new AbortController();
  const abandoned = new AbortController();
  const logThrottle = createLogThrottle(time.monotonic);
  const claimWatch = createClaimWatch({ time, log, logThrottle });
  const shared = { store, time, log, logThrottle, claimWatch, stopping: stopping.signal, abandoned: abandoned.signal };
  const reclaim = createReclaim({ store, time, log, logThrottle });
  let started = false;
  let halted: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  function consumerOf(name: JobName): QueueConsumer {
    const consumer = consumers.get(name);
    if (consumer === undefined) throw new Error('no handlers are attached to the queue');
    return consumer;
  }

  function openConsumer<N extends JobName>(name: N, handlers: JobHandlers, onFailure: OnQueueFailure): void {
    consumers.set(name, createQueueConsumer(name, handlers[name], { ...shared, onFailure }));
  }

  async function endConsumers(): Promise<void> {
    stopping.abort();
    reclaim.cancel();
    for (const consumer of consumers.values()) consumer.wake();
    await atMost(GRACE_MS, time, Promise.all([...consumers.values()].map((consumer) => consumer.settled())));
    abandoned.abort();
  }

  function halt(): Promise<void> {
    halted ??= endConsumers();
    return halted;
  }

  return {
    wake: (names) => {
      for (const name of names) consumers.get(name)?.wake();
    },
    attach: (handlers, onFailure = () => undefined) => {
      for (const name of jobNames) openConsumer(name, handlers, onFailure);
    },
    start: async () => {
      if (started || stopping.signal.aborted) return;
      for (const name of jobNames) consumerOf(name).run();
      started = true;
      reclaim.begin();
    },
    drain: async (names) => drainAll(names.map(consumerOf)),
    halt,
    stop: () => {
      stopped ??= halt().then(() => store.close());
      return stopped;
    },
  };
}
