import { createWorkerPool } from '../../core/concurrency/worker-pool.ts';
import { htmlToText } from './html-to-text.ts';

/** Makes the text part of mails that have only HTML: of large ones, which would hold the event loop, in a thread. */
export interface TextMaker {
  /** The owners take turns. */
  textOf(html: string, owner: string): Promise<string>;
  stop(): Promise<void>;
}

/** It takes about 0.2 ms a kilobyte. */
const LARGE_LENGTH = 64 * 1024;

export function createTextMaker(): TextMaker {
  const pool = createWorkerPool<string, string>({
    name: 'text',
    file: new URL('./text-worker.ts', import.meta.url),
    threads: 1,
    mostPerOwner: 1,
  });
  return {
    async textOf(html, owner) {
      if (html.length <= LARGE_LENGTH) return htmlToText(html);
      const { answers, error } = await pool.run(html, { owner });
      const [text] = answers;
      if (text === undefined) throw error;
      return text;
    },
    stop: pool.stop,
  };
}
