/** Times how long something has had nothing to do. It keeps no process alive. */
export interface IdleTimers<T> {
  /** It has nothing to do from now on, unless that is known. */
  start(idle: T): void;
  /** It is needed again. */
  stop(busy: T): void;
}

/** Calls `onEnd` with what has had nothing to do for so long. */
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
