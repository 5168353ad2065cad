/** Time for everything the domain decides: what is due, limits, timestamps. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** A clock that moves only when it is told to. */
export interface VirtualClock extends Clock {
  /** Sets the time; a time in the past is ignored. */
  moveTo(at: number): void;
}

export const realClock: Clock = { now: () => Date.now() };

export function createVirtualClock(start: number): VirtualClock {
  let current = start;
  return {
    now: () => current,
    moveTo: (at) => {
      current = Math.max(current, at);
    },
  };
}

/** The machine's own time, for durations and time-outs within this process, which no virtual clock may stretch. */
export const systemClock = {
  /** Epoch milliseconds, for what only this process looks at; other processes have other machines. */
  now: () => Date.now(),
  /** Milliseconds that never jump, for durations within this process. */
  monotonic: () => performance.now(),
  /** Milliseconds that this thread has computed, which do not pass while others have the machine. */
  threadCpu: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};
