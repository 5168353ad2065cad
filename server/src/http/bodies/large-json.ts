import type { NamedLoad } from '../../core/concurrency/task-load.ts';
import type { Incoming } from '../../core/incoming/incoming.ts';
import { askThread } from '../../core/workers/ask-thread.ts';
import { createWorkerPool } from '../../core/workers/worker-pool.ts';
import type { LargeWork } from './large-work.ts';
import type { BodySource } from './read-body.ts';

/** A JSON text in a file that is open here. The thread reads it: as one piece in this one's memory it would begin a collection. */
export interface ParseTask {
  readonly descriptor: number;
  readonly size: number;
}

/** Empty for what is no JSON. */
export type ParseAnswer = { readonly value: unknown } | Readonly<Record<never, never>>;

/** A body that is in a file. */
export interface FiledBody {
  readonly size: number;
  readonly byFile: Incoming['byFile'];
}

/** Parses large texts in a thread. */
export interface LargeJson {
  /** Has the body read once it is its turn among large works, which lasts until the request has ended. */
  parse(body: FiledBody, source: BodySource): Promise<ParseAnswer>;
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
    async parse({ size, byFile }, source) {
      await works.begin(size, source);
      return byFile((descriptor) => askThread(pool, { descriptor, size }, { owner: source.peer }));
    },
    load: pool.load,
    stop: pool.stop,
  };
}
