import { createHash } from 'node:crypto';
import type { Random } from '../../../server/src/core/crypto/random.ts';

/** Returns a source of the same bytes for the same seed. */
export function createSeededRandom(seed: string): Random {
  let counter = 0;
  let pool = Buffer.alloc(0);
  return {
    bytes(count) {
      while (pool.length < count) {
        pool = Buffer.concat([pool, createHash('sha512').update(`${seed}:${counter}`).digest()]);
        counter += 1;
      }
      const taken = Buffer.from(pool.subarray(0, count));
      pool = pool.subarray(count);
      return taken;
    },
  };
}
