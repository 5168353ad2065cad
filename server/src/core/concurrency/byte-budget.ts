const MOST_BYTES = 256 * 1024 * 1024;

/** Bytes of what is being read, over all that this process takes in. */
export interface ByteBudget {
  /** Returns whether there is room for so many more, which are then taken. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

export function createByteBudget(most = MOST_BYTES): ByteBudget {
  let used = 0;
  return {
    take(bytes) {
      if (used + bytes > most) return false;
      used += bytes;
      return true;
    },
    give(bytes) {
      used -= bytes;
    },
  };
}
