/** Bounds what works take up at once: bytes, or places. */
export interface Room {
  /** Runs the work as soon as its size fits; what is larger than the bound goes alone. In the order of the calls. */
  pass<T>(size: number, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly size: number;
  enter(): void;
}

export function room(most: number): Room {
  const waiting: Waiting[] = [];
  let held = 0;

  function letIn(): void {
    for (let next = waiting[0]; next !== undefined && (held === 0 || held + next.size <= most); next = waiting[0]) {
      waiting.shift();
      held += next.size;
      next.enter();
    }
  }

  return {
    async pass(size, work) {
      await new Promise<void>((resolve) => {
        waiting.push({ size, enter: resolve });
        letIn();
      });
      try {
        return await work();
      } finally {
        held -= size;
        letIn();
      }
    },
  };
}
