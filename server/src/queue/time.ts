import { systemClock } from '../core/clock.ts';

/** The machine's time and timers, by which leases, polls and back-offs go; never the domain clock. */
export interface QueueTime {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds that never jump. */
  monotonic(): number;
  /** Runs something once after so many milliseconds; returns what calls it off. */
  after(ms: number, run: () => void): () => void;
}

export const systemTime: QueueTime = {
  ...systemClock,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
