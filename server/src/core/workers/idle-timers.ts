/** Timers of idle objects, one for each. They do not keep the process alive. */
export interface IdleTimers<T> {
  /** Starts the timer of an object, unless it runs already. */
  start(idle: T): void;
  /** Stops the timer of an object. */
  stop(busy: T): void;
}

/** Creates timers that call `onEnd` with each object that stays idle for `idleMs`. */
export function createIdleTimers<T>(idleMs: number, onEnd: (idle: T) => void): IdleTimers<T> {
  const timers = new Map<T, NodeJS.Timeout>();
  return {
    start(idle) {
      if (timers.has(idle)) return;
      const end = () => {
        timers.delete(idle);
        onEnd(idle);
      };
      timers.set(idle, setTimeout(end, idleMs).unref());
    },
    stop(busy) {
      clearTimeout(timers.get(busy));
      timers.delete(busy);
    },
  };
}
