import { createByteSemaphore } from '../../core/concurrency/byte-semaphore.ts';
import { createFairQueue } from '../../core/concurrency/fair-queue.ts';
import { unavailableIn } from '../../core/unavailable.ts';
import { findNextDue } from '../../db/next-due.ts';
import type { InboundParts } from '../receive-mail.ts';
import { ownerOf, readSpooled } from './read-spooled.ts';
import { beginReading, takeDueSpooled, uncountReading } from './spool-store.ts';
import type { SpooledMail } from './spooled-mail.ts';
import { LEASE_MS } from './write-to-spool.ts';

/** Reads the mail that was taken. */
export interface SpoolReader {
  /** Has a mail read; resolves when it is, or when reading it has failed, after which a sweep finds it. */
  add(mail: SpooledMail): Promise<void>;
  /** Has mail read that nobody reads; returns how much. */
  sweep(): Promise<number>;
  /** The same, and waits for what is under way. */
  drain(): Promise<number>;
  nextDueAt(): Promise<number | null>;
  /** Begins no more and waits for what is under way. */
  stop(): Promise<void>;
}

/** Mails under way at once: most of the time goes by in DNS. */
const AT_ONCE = 16;
/** One sender's of these. */
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

/** Reads a mail while it is ours: one that waited for longer than its lease may be somebody else's by now, or read. */
async function readLeased(parts: InboundParts, mail: SpooledMail): Promise<void> {
  const { db, clock } = parts.app;
  const now = clock.now();
  const isLeft = now >= mail.receivedAt + LEASE_MS;
  const claimed = isLeft ? await db.transact((trx) => beginReading(trx, { id: mail.id, hiddenUntil: now + LEASE_MS })) : mail;
  if (claimed === undefined) return;
  try {
    await readSpooled(parts, claimed);
  } catch (error) {
    // Its source, or the database, is away: the mail is not to blame, however long that lasts.
    if (isLeft && unavailableIn(error) !== undefined) await db.transact((trx) => uncountReading(trx, claimed.id));
    throw error;
  }
}

/** Mails in line to be read; each is in it once. */
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
