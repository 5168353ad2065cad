import { systemClock } from '../core/clock.ts';

/** System time and timers, for leases, polls and back-offs; never the domain clock. */
export interface QueueTime {
  /** Epoch milliseconds. */
  now(): number;
  /** Monotonic milliseconds. */
  monotonic(): number;
  /** Runs something once after so many milliseconds; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemTime: QueueTime = {
  ...systemClock,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
