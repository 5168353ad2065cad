import { systemClock } from '../clock.ts';

/** Time limits of a task. */
export interface TaskLimits {
  /** CPU time of a task, milliseconds; its worker is ended once it is used up. */
  readonly limitMs?: number;
  /** Elapsed time of a task, milliseconds, whatever else the machine does; ten times `limitMs` by default. */
  readonly mostMs?: number;
}

/** Default factor between a task's limits of elapsed time and of computing time. */
const MOST_STRETCH = 10;

/** The error of a task that exceeded one of its limits. */
export class TaskTimeout extends Error {
  readonly limitMs: number;
  /** Whether the task has used up its computing time; otherwise the machine was too busy to give it that much. */
  readonly hasComputed: boolean;
  constructor(limitMs: number, hasComputed: boolean) {
    super(`It took longer than ${limitMs} ms.`);
    this.limitMs = limitMs;
    this.hasComputed = hasComputed;
  }
}

/** A task under way, with its limits. */
export interface WatchedTask extends TaskLimits {
  readonly limitMs: number;
  isUnderWay(): boolean;
  /** Returns the CPU time of the task so far, milliseconds. */
  computed(): Promise<number>;
  onTimeout(timeout: TaskTimeout): void;
}

/**
 * Calls `onTimeout` once a task has exceeded one of its limits. Looks after `limitMs`, and again whenever the rest of the CPU time could be
 * used up. Returns a function that ends the watch.
 */
export function watchTask({ limitMs, mostMs = limitMs * MOST_STRETCH, isUnderWay, computed, onTimeout }: WatchedTask): () => void {
  const latest = systemClock.monotonic() + mostMs;
  async function look(): Promise<void> {
    const left = limitMs - (await computed());
    if (!isUnderWay()) return;
    if (left > 0 && systemClock.monotonic() < latest) timer = setTimeout(lookSoon, Math.ceil(left));
    else onTimeout(new TaskTimeout(limitMs, left <= 0));
  }
  // An answer may have arrived while this thread was busy: it is read before the worker is ended.
  const lookSoon = () => setImmediate(() => isUnderWay() && void look());
  let timer = setTimeout(lookSoon, limitMs);
  return () => clearTimeout(timer);
}
