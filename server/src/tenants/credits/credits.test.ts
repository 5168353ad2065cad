import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../../tests/support/random/seeded-random.ts';
import { addPack, isStale, PACK_MS, remainingOfLast, settleBalance } from './credits.ts';

interface Pack {
  readonly emails: number;
  left: number;
  readonly expiresAt: number;
}

/** Packs as one would keep them by hand: every draw goes to the valid pack that expires first, and beyond them into debt. */
function byHand() {
  let packs: Pack[] = [];
  let debt = 0;
  const draw = (emails: number) => {
    let open = emails;
    for (const pack of packs) {
      const taken = Math.min(pack.left, open);
      pack.left -= taken;
      open -= taken;
    }
    debt += open;
  };
  return {
    draw,
    expire: (now: number) => {
      packs = packs.filter(({ expiresAt }) => expiresAt > now);
    },
    buy: (emails: number, now: number) => {
      packs.push({ emails, left: emails, expiresAt: now + PACK_MS });
      const owed = debt;
      debt = 0;
      draw(owed);
      return packs.at(-1)?.left;
    },
    balance: () => packs.reduce((sum, { left }) => sum + left, 0) - debt,
    valid: () => ({ emails: packs.reduce((sum, { emails }) => sum + emails, 0), expireAt: packs[0]?.expiresAt ?? null }),
  };
}

describe('the balance', () => {
  it('is that of packs drawn in the order in which they expire', () => {
    const random = createSeededRandom('credits');
    const any = (below: number) => random.bytes(4).readUInt32BE() % below;
    for (let round = 0; round < 100; round += 1) {
      const hand = byHand();
      const balance = { creditsBalance: 0, creditsExpireAt: null as number | null };
      let now = 0;
      for (let step = 0; step < 60; step += 1) {
        now += any(PACK_MS / 4);
        hand.expire(now);
        if (isStale(balance, now)) settleBalance(balance, hand.valid());
        expect(balance.creditsBalance).toBe(hand.balance());
        if (any(3) === 0) {
          const emails = 1 + any(100);
          addPack(balance, { emails, expiresAt: now + PACK_MS });
          expect(remainingOfLast(balance, emails)).toBe(hand.buy(emails, now));
        } else {
          const emails = any(60);
          balance.creditsBalance -= emails;
          hand.draw(emails);
        }
      }
    }
  });
});
