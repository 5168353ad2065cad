import { describe, expect, it } from 'vitest';
import { createFairShare } from '../concurrency/fair-share.ts';
import { createIncoming } from './incoming.ts';
import { receiveWhole } from './receive-whole.ts';

const noFile = () => Promise.reject(new Error('nothing here is large'));

/** What is read of chunks, how many bytes are kept of them, and what they are refused with. */
async function receive(sizes: readonly number[], limits: { max: number; memory?: number; mostRefused?: number }) {
  const { memory = 1e6, ...given } = limits;
  const space = { memory: createFairShare(memory), disk: createFairShare(1e6), openFile: noFile, awaitTurn: async () => undefined };
  const incoming = createIncoming(space, 'a');
  let read = 0;
  async function* chunks() {
    for (const size of sizes) {
      read += size;
      yield Buffer.alloc(size);
    }
  }
  const terms = { tooLarge: () => new Error('too large'), busy: () => new Error('busy'), toRefusal: () => new Error('broken') };
  const refused = await receiveWhole(incoming, chunks(), { ...terms, ...given }).catch((error: Error) => error.message);
  return { read, kept: incoming.size(), refused };
}

describe('receiveWhole', () => {
  it('keeps what is within the limit', async () => {
    expect(await receive([5, 5], { max: 10 })).toEqual({ read: 10, kept: 10, refused: undefined });
  });

  it('reads what is refused to its end, and keeps nothing of it', async () => {
    expect(await receive([5, 6, 7], { max: 10 })).toEqual({ read: 18, kept: 0, refused: 'too large' });
    expect(await receive([500, 600, 700], { max: 10_000, memory: 1000 })).toEqual({ read: 1800, kept: 0, refused: 'busy' });
  });

  it('reads no more than it is told to of what is refused', async () => {
    expect(await receive([6, 6, 6, 6, 6], { max: 10, mostRefused: 15 })).toEqual({ read: 18, kept: 0, refused: 'too large' });
  });

  it('refuses what it cannot keep', async () => {
    expect(await receive([200_000, 200_000], { max: 1e6 })).toEqual({ read: 400_000, kept: 0, refused: 'broken' });
  });
});
