import { systemClock } from '../clock.ts';

export interface TaskLimits {
  /** Milliseconds that a task may compute; then the worker is ended with it. */
  readonly limitMs?: number;
  /** Milliseconds that it may take in all, whatever else the machine does; ten times `limitMs` unless given. */
  readonly mostMs?: number;
}

/** How much longer than its limit a task may take in all, unless it is said. */
const MOST_STRETCH = 10;

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

export interface WatchedTask extends TaskLimits {
  readonly limitMs: number;
  isUnderWay(): boolean;
  /** Milliseconds that the task has computed. */
  computed(): Promise<number>;
  onTimeout(timeout: TaskTimeout): void;
}

/** Watches a task that may not compute for longer: looks when it could have, and again when the rest could be over. Returns what ends that. */
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
