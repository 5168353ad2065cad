import { ApiError } from '../core/api-error.ts';
import { createByteSemaphore } from '../core/concurrency/byte-semaphore.ts';
import { createWorkerPool } from '../core/concurrency/worker-pool.ts';
import type { BodyBlocks, Sender } from './read-body.ts';

/** A JSON text, in blocks that go over to the thread. */
export interface ParseTask {
  readonly blocks: BodyBlocks['blocks'];
}

/** Empty for what is no JSON. */
export type ParseAnswer = { readonly value: unknown } | Readonly<Record<never, never>>;

/** Parses large texts in a thread. */
export interface LargeJson {
  /** The blocks are the thread's afterwards. Waits for memory, which is kept until the request of the sender has ended. */
  parse(body: BodyBlocks, sender: Sender): Promise<ParseAnswer>;
  stop(): Promise<void>;
}

/** Of texts that are made into values and worked on at once: each takes several times its size meanwhile. */
const MOST_BYTES = 32 * 1024 * 1024;
const HEAP_MB = 512;

export function createLargeJson(): LargeJson {
  const memory = createByteSemaphore(MOST_BYTES);
  const pool = createWorkerPool<ParseTask, ParseAnswer>({
    name: 'json',
    file: new URL('./large-json-worker.ts', import.meta.url),
    threads: 1,
    mostPerOwner: 1,
    heapMb: HEAP_MB,
  });
  return {
    async parse({ size, blocks }, { peer, held }) {
      const release = await memory.take(size);
      held.until(release);
      const { answers, error } = await pool.run({ blocks }, { owner: peer, transfer: blocks.map(({ buffer }) => buffer) });
      const [answer] = answers;
      if (answer === undefined) throw new ApiError('service_unavailable', {}, { cause: error, headers: { 'Retry-After': '1' } });
      return answer;
    },
    stop: pool.stop,
  };
}
