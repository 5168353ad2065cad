import { createByteSemaphore } from '../../core/concurrency/byte-semaphore.ts';
import { createFairQueue } from '../../core/concurrency/fair-queue.ts';
import { unavailableIn } from '../../core/errors/unavailable.ts';
import { findNextDue } from '../../db/next-due.ts';
import type { InboundParts } from '../receive-mail.ts';
import { ownerOf, readSpooled } from './read-spooled.ts';
import { beginReading, takeDueSpooled, uncountReading } from './spool-store.ts';
import type { SpooledMail } from './spooled-mail.ts';
import { LEASE_MS } from './write-to-spool.ts';

/** Reads the mails that were taken. */
export interface SpoolReader {
  /** Reads a mail in its turn. Also resolves where reading it failed; a sweep finds it again then. */
  add(mail: SpooledMail): Promise<void>;
  /** Reads the due mails that nobody reads yet; returns how many. */
  sweep(): Promise<number>;
  /** Does the same and waits for all readings under way. */
  drain(): Promise<number>;
  nextDueAt(): Promise<number | null>;
  /** Starts no more readings and waits for those under way. */
  stop(): Promise<void>;
}

/** Mails that are read at once: most of the time is spent waiting for DNS. */
const AT_ONCE = 16;
/** How many of these may be one sender's. */
const MOST_PER_OWNER = 4;
/** Most bytes of sources of mails in memory at once. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Mails in line; more wait in the database. */
const MOST_WAITING = 1000;
const PAGE = 100;

interface QueuedMail {
  readonly mail: SpooledMail;
  done(): void;
}

/** Reads a mail if it is still ours: one that waited for longer than its lease may be somebody else's by now, or read. */
async function readLeased(parts: InboundParts, mail: SpooledMail): Promise<void> {
  const { db, clock } = parts.app;
  const now = clock.now();
  const isLeft = now >= mail.receivedAt + LEASE_MS;
  const claimed = isLeft ? await db.transact((trx) => beginReading(trx, { id: mail.id, hiddenUntil: now + LEASE_MS })) : mail;
  if (claimed === undefined) return;
  try {
    await readSpooled(parts, claimed);
  } catch (error) {
    // The database or the store with its source cannot be reached, which is not the mail's fault, however long it lasts.
    if (isLeft && unavailableIn(error) !== undefined) await db.transact((trx) => uncountReading(trx, claimed.id));
    throw error;
  }
}

/** Creates the queue of mails to be read, which contains each once. */
function createReadingLine(parts: InboundParts) {
  const { log } = parts.app;
  const queue = createFairQueue<QueuedMail>(MOST_PER_OWNER);
  const memory = createByteSemaphore(MOST_BYTES);
  const known = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let isStopped = false;

  async function perform({ mail, done }: QueuedMail): Promise<void> {
    await memory
      .run(mail.size, () => readLeased(parts, mail))
      .catch((err: unknown) => log.error({ err, inbound_id: mail.id }, 'a mail that was taken is not read yet'));
    known.delete(mail.id);
    queue.done(ownerOf(mail));
    done();
  }

  function pump(): void {
    while (!isStopped && underWay.size < AT_ONCE) {
      const next = queue.take();
      if (next === undefined) return;
      const running: Promise<void> = perform(next).finally(() => {
        underWay.delete(running);
        pump();
      });
      underWay.add(running);
    }
  }

  async function add(mail: SpooledMail): Promise<void> {
    if (isStopped || known.has(mail.id) || known.size >= MOST_WAITING) return;
    known.add(mail.id);
    await new Promise<void>((done) => {
      queue.add(ownerOf(mail), { mail, done });
      pump();
    });
  }

  return {
    add,
    size: () => known.size,
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async stop() {
      isStopped = true;
      for (const { done } of queue.drain()) done();
      await Promise.all(underWay);
    },
  };
}

export function createSpoolReader(parts: InboundParts): SpoolReader {
  const { db, clock } = parts.app;
  const line = createReadingLine(parts);

  async function sweep(): Promise<number> {
    let taken = 0;
    for (let page = PAGE; page === PAGE && line.size() < MOST_WAITING; taken += page) {
      const now = clock.now();
      const due = await db.transact((trx) => takeDueSpooled(trx, { now, hiddenUntil: now + LEASE_MS, most: PAGE }));
      await Promise.all(due.map(line.add));
      page = due.length;
    }
    return taken;
  }

  return {
    add: line.add,
    sweep,
    async drain() {
      const before = line.size();
      const taken = await sweep();
      await line.settled();
      return before + taken;
    },
    nextDueAt: () => findNextDue(db.read, 'inbound_spool'),
    stop: line.stop,
  };
}
