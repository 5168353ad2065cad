/** A mutex for each message that this process delivers, since a job may be restarted while its earlier attempt is still running. */
export interface MessageLocks {
  /** Runs the work once no other work on this message is under way, and returns its result. */
  runExclusive<T>(messageId: string, work: () => Promise<T>): Promise<T>;
}

/** Creates the locks of one process. */
export function createMessageLocks(): MessageLocks {
  const last = new Map<string, Promise<unknown>>();
  return {
    async runExclusive(messageId, work) {
      const before = last.get(messageId);
      const result = before === undefined ? work() : before.then(work);
      const settled = result.catch(() => undefined);
      last.set(messageId, settled);
      try {
        return await result;
      } finally {
        if (last.get(messageId) === settled) last.delete(messageId);
      }
    },
  };
}
