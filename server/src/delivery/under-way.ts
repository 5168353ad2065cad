/** Deliveries that this process has begun: a message has one at a time, also where its job has started anew. */
export interface UnderWay {
  /** Does the work once no other on this message is under way. */
  alone<T>(messageId: string, work: () => Promise<T>): Promise<T>;
}

export function createUnderWay(): UnderWay {
  const last = new Map<string, Promise<unknown>>();
  return {
    async alone(messageId, work) {
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
