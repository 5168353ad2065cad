import type { Logger } from 'pino';
import type { NamedLoad } from '../../core/concurrency/task-load.ts';
import { runInThread } from '../../core/workers/ask-thread.ts';
import type { TaskWorkerOptions } from '../../core/workers/worker.ts';
import { createWorkerPool } from '../../core/workers/worker-pool.ts';
import { htmlToText } from './html-to-text.ts';

/** Makes the text part of mails that have only HTML: of large ones, which would hold the event loop, in a thread. */
export interface TextMaker {
  /** Empty for HTML that takes too much time or memory; throws ThreadLost if no thread is available. Owners take turns. */
  textOf(html: string, owner: string): Promise<string>;
  load(): NamedLoad;
  stop(): Promise<void>;
}

/** Converting takes about 0.2 ms per kilobyte. */
const LARGE_LENGTH = 64 * 1024;

/** Memory of a thread: several times what the largest HTML needs. */
const HEAP_MB = 256;
const LIMIT_MS = 10_000;

/** `thread`: what is to differ from the thread that makes text. */
export function createTextMaker({ log }: { readonly log: Logger }, thread: Partial<TaskWorkerOptions> = {}): TextMaker {
  const pool = createWorkerPool<string, string>({
    name: 'text',
    file: new URL('./text-worker.ts', import.meta.url),
    heapMb: HEAP_MB,
    limitMs: LIMIT_MS,
    ...thread,
  });
  return {
    async textOf(html, owner) {
      if (html.length <= LARGE_LENGTH) return htmlToText(html);
      const { answers, error } = await runInThread(pool, html, { owner });
      const [text] = answers;
      if (text === undefined) log.warn({ err: error, tenant_id: owner }, 'HTML could not be made into text');
      return text ?? '';
    },
    load: pool.load,
    stop: pool.stop,
  };
}
