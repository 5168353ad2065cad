import type { NamedLoad } from '../core/concurrency/task-load.ts';
import { askThread } from '../core/workers/ask-thread.ts';
import { createWorkerPool } from '../core/workers/worker-pool.ts';
import type { LargeWork } from './large-work.ts';
import type { BodySource, ReceivedBody } from './read-body.ts';

/** A JSON text, which goes over to the thread. */
export interface ParseTask {
  readonly text: Uint8Array<ArrayBuffer>;
}

/** Empty for what is no JSON. */
export type ParseAnswer = { readonly value: unknown } | Readonly<Record<never, never>>;

/** Parses large texts in a thread. */
export interface LargeJson {
  /** Reads the body once it is its turn among large works, which lasts until the request has ended. */
  parse(body: Pick<ReceivedBody, 'size' | 'bytes'>, source: BodySource): Promise<ParseAnswer>;
  load(): NamedLoad;
  stop(): Promise<void>;
}

const HEAP_MB = 512;
/** A text of 40 MiB takes half a second. */
const LIMIT_MS = 10_000;

export function createLargeJson(works: LargeWork): LargeJson {
  const pool = createWorkerPool<ParseTask, ParseAnswer>({
    name: 'json',
    file: new URL('./large-json-worker.ts', import.meta.url),
    workers: 1,
    mostPerOwner: 1,
    heapMb: HEAP_MB,
    limitMs: LIMIT_MS,
  });
  return {
    async parse({ size, bytes }, source) {
      await works.begin(size, source);
      const text = await bytes();
      return askThread(pool, { text }, { owner: source.peer, transfer: [text.buffer] });
    },
    load: pool.load,
    stop: pool.stop,
  };
}
