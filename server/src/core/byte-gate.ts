/** Bounds what works hold in memory at once. */
export interface ByteGate {
  /** Runs the work as soon as its bytes fit; what is larger than the bound goes alone. In the order of the calls. */
  pass<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly bytes: number;
  enter(): void;
}

export function byteGate(most: number): ByteGate {
  const waiting: Waiting[] = [];
  let held = 0;

  function letIn(): void {
    for (let next = waiting[0]; next !== undefined && (held === 0 || held + next.bytes <= most); next = waiting[0]) {
      waiting.shift();
      held += next.bytes;
      next.enter();
    }
  }

  return {
    async pass(bytes, work) {
      await new Promise<void>((resolve) => {
        waiting.push({ bytes, enter: resolve });
        letIn();
      });
      try {
        return await work();
      } finally {
        held -= bytes;
        letIn();
      }
    },
  };
}
