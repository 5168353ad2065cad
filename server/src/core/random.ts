import { createHash, randomBytes } from 'node:crypto';

/** Where every random byte comes from, so that a run can be replayed from a seed. */
export interface Random {
  bytes(count: number): Buffer;
}

export const systemRandom: Random = { bytes: randomBytes };

/** The same bytes for the same seed. For tests, never for keys that guard anything. */
export function seededRandom(seed: string): Random {
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
