import { createYieldPoint } from '../../core/concurrency/event-loop.ts';
import type { NamedLoad } from '../../core/concurrency/task-load.ts';
import type { TaskWorkerOptions } from '../../core/workers/worker.ts';
import { createWorkerPool } from '../../core/workers/worker-pool.ts';
import type { MailInput } from './compose-mail.ts';
import { composeSignedMail, type MailToSign } from './compose-signed-mail.ts';

/** A mail as it is transmitted, or why it cannot be composed. */
export type ComposedMail = { readonly raw: Uint8Array<ArrayBuffer> } | { readonly fault: string };

/** Composes and signs mails; large ones, which would block the event loop, in a thread. */
export interface Composer {
  /** Returns the mail as it is transmitted; rejects where it cannot be composed. May detach the buffers of attachments. Owners take turns. */
  compose(mail: MailToSign, owner: string): Promise<Buffer>;
  /** To be awaited before work on a mail in the main thread: yields to the event loop while it is busy. */
  yieldIfBusy(): Promise<void>;
  load(): NamedLoad;
  stop(): Promise<void>;
}

/** About 10 ms of text. */
const LARGE_BYTES = 64 * 1024;
/** Heap of the thread: several times what the largest mail needs. */
const HEAP_MB = 256;
const LIMIT_MS = 10_000;
/** Longest time that mails which are composed one after the other may block the event loop. */
const HELD_MS = 5;

const lengthOf = ({ html, text, attachments }: MailInput): number =>
  attachments.reduce((sum, { content }) => sum + content.length, (html?.length ?? 0) + (text?.length ?? 0));

/** Returns the buffers of attachments that share their memory with nothing else, which can be transferred to the thread. */
const ownMemoryOf = ({ attachments }: MailInput): ArrayBuffer[] =>
  attachments.flatMap(({ content: { buffer, length } }) => (buffer instanceof ArrayBuffer && buffer.byteLength === length ? [buffer] : []));

/** Creates a composer. `thread`: overrides for its thread, for tests. */
export function createComposer(thread: Partial<TaskWorkerOptions> = {}): Composer {
  const yieldIfBusy = createYieldPoint(HELD_MS);
  const pool = createWorkerPool<MailToSign, ComposedMail>({
    name: 'compose',
    file: new URL('./compose-mail-worker.ts', import.meta.url),
    heapMb: HEAP_MB,
    limitMs: LIMIT_MS,
    ...thread,
  });
  return {
    async compose(mail, owner) {
      if (lengthOf(mail.input) <= LARGE_BYTES) return composeSignedMail(mail, yieldIfBusy);
      const { answers, error } = await pool.run(mail, { owner, transfer: ownMemoryOf(mail.input) });
      const [composed] = answers;
      if (composed === undefined) throw error;
      if ('fault' in composed) throw new Error(composed.fault);
      return Buffer.from(composed.raw.buffer, composed.raw.byteOffset, composed.raw.byteLength);
    },
    yieldIfBusy,
    load: pool.load,
    stop: pool.stop,
  };
}
