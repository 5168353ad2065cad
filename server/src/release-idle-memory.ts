import { performance } from 'node:perf_hooks';
import type { AppContext } from './app-context.ts';
import { collectGarbage } from './core/workers/collect-garbage.ts';

const INTERVAL_MS = 10_000;
/** Share of an interval for which the event loop may have been busy in one that counts as idle. */
const MOST_BUSY = 0.05;
/** Bytes by which memory has to have grown since it was last released. */
const LEAST_GROWTH = 32 * 1024 * 1024;

/** The memory of this process, as V8 knows it. */
export interface OwnMemory {
  /** Returns the share of time for which the event loop was busy since the last call. */
  busy(): number;
  /** Bytes that V8 holds, whether they are in use or not. */
  held(): number;
  collect(): void;
}

function createOwnMemory(): OwnMemory {
  let before = performance.eventLoopUtilization();
  return {
    busy() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    held() {
      const { heapTotal, external } = process.memoryUsage();
      return heapTotal + external;
    },
    collect: collectGarbage,
  };
}

/**
 * Releases memory once large requests are over: V8 keeps what it holds as long as nothing is allocated, and SQLite its caches. Looks every
 * ten seconds, and acts if the process was idle meanwhile, so that nobody waits. Returns a function that ends it.
 */
export function releaseIdleMemory({ db, log }: Pick<AppContext, 'db' | 'log'>, memory: OwnMemory = createOwnMemory()): () => void {
  let kept = memory.held();
  let isReleasing = false;
  async function release(): Promise<void> {
    isReleasing = true;
    // First, since the process is idle now; caches wait for their turn behind transactions.
    memory.collect();
    kept = memory.held();
    await db.releaseCaches().catch((error) => log.warn({ err: error }, 'caches of the database were not released'));
    isReleasing = false;
  }
  const timer = setInterval(() => {
    const isIdle = memory.busy() <= MOST_BUSY;
    kept = Math.min(kept, memory.held());
    if (isIdle && !isReleasing && memory.held() >= kept + LEAST_GROWTH) void release();
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
