import { randomBytes } from 'node:crypto';

/** Where every random byte comes from, so that a run can be replayed from a seed. */
export interface Random {
  bytes(count: number): Buffer;
}

const POOL_BYTES = 4096;
const MOST_POOLED = 64;

/** Creates a source of the system's random bytes, requested in bulk, since a call for a few costs as much. No byte is returned twice. */
export function createSystemRandom(): Random {
  let pool = Buffer.alloc(0);
  return {
    bytes(count) {
      if (count > MOST_POOLED) return randomBytes(count);
      if (pool.length < count) pool = randomBytes(POOL_BYTES);
      const taken = pool.subarray(0, count);
      pool = pool.subarray(count);
      return taken;
    },
  };
}

/** Returns a text of `length` characters of an alphabet (of at most 256 UTF-16 units), each as likely as any other. */
export function randomText(random: Random, alphabet: string, length: number): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random.bytes(length - text.length)) {
      if (byte < fair) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
