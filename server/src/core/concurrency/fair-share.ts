/** Something that peers use together, such as memory or connections: whoever comes finds room, whatever the others hold. */
export interface FairShare {
  /** Returns whether the peer may have so much more, which is then taken. */
  take(peer: string, amount: number): boolean;
  give(peer: string, amount: number): void;
}

/**
 * A peer may hold no more than this part of what is left free (the dynamic thresholds of Choudhury and Hahne, 1998). With a
 * half one alone gets a third, and ten that take all they can leave a sixtieth, of which the next gets a third.
 */
export function createFairShare(most: number, part = 1 / 2): FairShare {
  const held = new Map<string, number>();
  let used = 0;
  return {
    take(peer, amount) {
      const mine = (held.get(peer) ?? 0) + amount;
      if (mine > (most - used - amount) * part) return false;
      held.set(peer, mine);
      used += amount;
      return true;
    },
    give(peer, amount) {
      const left = (held.get(peer) ?? 0) - amount;
      if (left > 0) held.set(peer, left);
      else held.delete(peer);
      used -= amount;
    },
  };
}
