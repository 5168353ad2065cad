import { ApiError } from '../core/api-error.ts';
import { createFairBytes } from '../core/concurrency/fair-bytes.ts';
import type { NamedLoad } from '../core/concurrency/task-load.ts';
import { askThread } from '../core/workers/ask-thread.ts';
import { createWorkerPool } from '../core/workers/worker-pool.ts';
import type { BodyBlocks, Sender } from './read-body.ts';

/** A JSON text, in blocks that go over to the thread. */
export interface ParseTask {
  readonly blocks: BodyBlocks['blocks'];
}

/** Empty for what is no JSON. */
export type ParseAnswer = { readonly value: unknown } | Readonly<Record<never, never>>;

/** Parses large texts in a thread. */
export interface LargeJson {
  /**
   * The blocks are the thread's afterwards. Waits for memory, which is kept until the request of the sender has ended; throws
   * `service_unavailable` once it has waited too long.
   */
  parse(body: BodyBlocks, sender: Sender): Promise<ParseAnswer>;
  load(): NamedLoad;
  stop(): Promise<void>;
}

/** Of texts that are made into values and worked on at once: each takes several times its size meanwhile. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Of them one sender may have so many. */
const MOST_BYTES_OF_ONE = MOST_BYTES / 2;
/** On a slow machine a large request holds those behind it up for seconds; their clients have sent as much, and wait as long. */
const WAIT_MS = 30_000;
const HEAP_MB = 512;
/** A text of 40 MiB takes half a second. */
const LIMIT_MS = 10_000;

function waitedTooLong(waitMs: number): ApiError {
  const detail = `There was no room for a large body within ${waitMs / 1000} s; try again.`;
  return new ApiError('service_unavailable', {}, { detail, headers: { 'Retry-After': '1' } });
}

export function createLargeJson(waitMs = WAIT_MS): LargeJson {
  const tooLong = () => waitedTooLong(waitMs);
  const memory = createFairBytes({ most: MOST_BYTES, mostPerOwner: MOST_BYTES_OF_ONE, waitMs, tooLong });
  const pool = createWorkerPool<ParseTask, ParseAnswer>({
    name: 'json',
    file: new URL('./large-json-worker.ts', import.meta.url),
    workers: 1,
    mostPerOwner: 1,
    heapMb: HEAP_MB,
    limitMs: LIMIT_MS,
  });
  return {
    async parse({ size, blocks }, { peer, held }) {
      held.until(await memory.take(peer, size));
      return askThread(pool, { blocks }, { owner: peer, transfer: blocks.map(({ buffer }) => buffer) });
    },
    load: pool.load,
    stop: pool.stop,
  };
}
