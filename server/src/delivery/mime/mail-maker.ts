import { createYieldPoint } from '../../core/concurrency/event-loop.ts';
import type { NamedLoad } from '../../core/concurrency/task-load.ts';
import type { TaskWorkerOptions } from '../../core/workers/worker.ts';
import { createWorkerPool } from '../../core/workers/worker-pool.ts';
import type { MailInput } from './compose-mail.ts';
import { type MailToMake, makeMail } from './make-mail.ts';

/** A mail as it goes over the wire, or why it cannot be made. */
export type MadeMail = { readonly raw: Uint8Array<ArrayBuffer> } | { readonly fault: string };

/** Makes mails: large ones, which would hold the event loop, in a thread. */
export interface MailMaker {
  /** The contents of the attachments may be gone afterwards. The owners take turns. */
  make(mail: MailToMake, owner: string): Promise<Buffer>;
  /** What each piece of work on a mail waits for that is done outside of the thread. */
  yieldIfBusy(): Promise<void>;
  load(): NamedLoad;
  stop(): Promise<void>;
}

/** About 10 ms of text. */
const LARGE_BYTES = 64 * 1024;
/** What a thread may take: several times what the largest mail takes. */
const HEAP_MB = 256;
const LIMIT_MS = 10_000;
/** Many are made at once, one after the other. */
const HELD_MS = 5;

const lengthOf = ({ html, text, attachments }: MailInput): number =>
  attachments.reduce((sum, { content }) => sum + content.length, (html?.length ?? 0) + (text?.length ?? 0));

/** Those that are all of their memory, and not a part of what others are in too. */
const ownMemoryOf = ({ attachments }: MailInput): ArrayBuffer[] =>
  attachments.flatMap(({ content: { buffer, length } }) => (buffer instanceof ArrayBuffer && buffer.byteLength === length ? [buffer] : []));

/** `thread`: what is to differ from the thread that makes mails. */
export function createMailMaker(thread: Partial<TaskWorkerOptions> = {}): MailMaker {
  const yieldIfBusy = createYieldPoint(HELD_MS);
  const pool = createWorkerPool<MailToMake, MadeMail>({
    name: 'compose',
    file: new URL('./make-mail-worker.ts', import.meta.url),
    workers: 1,
    mostPerOwner: 1,
    heapMb: HEAP_MB,
    limitMs: LIMIT_MS,
    ...thread,
  });
  return {
    async make(mail, owner) {
      if (lengthOf(mail.input) <= LARGE_BYTES) return makeMail(mail, yieldIfBusy);
      const { answers, error } = await pool.run(mail, { owner, transfer: ownMemoryOf(mail.input) });
      const [made] = answers;
      if (made === undefined) throw error;
      if ('fault' in made) throw new Error(made.fault);
      return Buffer.from(made.raw.buffer, made.raw.byteOffset, made.raw.byteLength);
    },
    yieldIfBusy,
    load: pool.load,
    stop: pool.stop,
  };
}
