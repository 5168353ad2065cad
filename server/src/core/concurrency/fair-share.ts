/** A resource that peers share, such as memory or connections: a peer that comes finds room, whatever the others hold. */
export interface FairShare {
  /** Takes the amount for a peer and returns true, where it may have so much more; returns false otherwise. */
  take(peer: string, amount: number): boolean;
  /** Gives an amount back. */
  give(peer: string, amount: number): void;
}

/**
 * Creates a share of `most` units, of which a peer may hold at most the fraction `part` of what is left free (the dynamic thresholds of
 * Choudhury and Hahne, 1998). With a half, a single peer gets a third; if ten take all they can, a sixtieth stays free, of which the next
 * gets a third.
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
