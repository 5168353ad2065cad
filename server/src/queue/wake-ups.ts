import type { QueueTime } from './time.ts';

/** Lets loops sleep until there is something to do. */
export interface WakeUps {
  /** Wakes all that sleep. */
  wake(): void;
  /** Returns how often `wake` was called. */
  count(): number;
  /** Resolves at the next wake-up, or after so many milliseconds. */
  sleep(ms: number): Promise<void>;
}

/** Creates wake-ups that nobody waits for yet. */
export function createWakeUps(time: QueueTime): WakeUps {
  const sleepers = new Set<() => void>();
  let count = 0;
  return {
    wake() {
      count += 1;
      for (const wakeUp of sleepers) wakeUp();
    },
    count: () => count,
    sleep: (ms) =>
      new Promise((resolve) => {
        const wakeUp = () => {
          cancel();
          sleepers.delete(wakeUp);
          resolve();
        };
        const cancel = time.after(ms, wakeUp);
        sleepers.add(wakeUp);
      }),
  };
}
