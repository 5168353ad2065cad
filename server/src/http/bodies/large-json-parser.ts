import type { NamedLoad } from '../../core/concurrency/task-load.ts';
import type { Incoming } from '../../core/incoming/incoming.ts';
import { askThread } from '../../core/workers/ask-thread.ts';
import { createWorkerPool } from '../../core/workers/worker-pool.ts';
import type { LargeRequestLimiter } from './large-request-limiter.ts';
import type { BodySource } from './read-body.ts';

/** A JSON text in an open file. The thread reads it, so that it never takes memory of the main thread. */
export interface ParseTask {
  readonly descriptor: number;
  readonly size: number;
}

/** The parsed value; `value` is absent if the text is not JSON. */
export type ParseAnswer = { readonly value: unknown } | Readonly<Record<never, never>>;

/** A body that was spooled to a file. */
export interface FiledBody {
  readonly size: number;
  readonly byFile: Incoming['byFile'];
}

/** Parses large JSON texts in a thread. */
export interface LargeJsonParser {
  /** Parses a body once the limiter of large requests admits it; the request is counted there until it ends. */
  parse(body: FiledBody, source: BodySource): Promise<ParseAnswer>;
  load(): NamedLoad;
  stop(): Promise<void>;
}

const HEAP_MB = 512;
/** A text of 40 MiB takes half a second. */
const LIMIT_MS = 10_000;

/** Creates the parser, whose thread is started on first use. */
export function createLargeJsonParser(largeRequests: LargeRequestLimiter): LargeJsonParser {
  const pool = createWorkerPool<ParseTask, ParseAnswer>({
    name: 'json',
    file: new URL('./large-json-worker.ts', import.meta.url),
    heapMb: HEAP_MB,
    limitMs: LIMIT_MS,
  });
  return {
    async parse({ size, byFile }, source) {
      await largeRequests.begin(size, source);
      return byFile((descriptor) => askThread(pool, { descriptor, size }, { owner: source.peer }));
    },
    load: pool.load,
    stop: pool.stop,
  };
}
