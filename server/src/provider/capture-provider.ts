import type { AppContext } from '../app-context.ts';
import type { Clock } from '../core/clock.ts';
import type { NewId } from '../core/ids.ts';
import { type CapturedMail, insertCaptured } from './captured-store.ts';
import type { HandOver, OutgoingMail, Provider, RecipientReply, SendOptions } from './provider.ts';

/** What the capture provider needs of the app. */
export type CaptureContext = Pick<AppContext, 'db' | 'clock' | 'newId'> & { readonly log: Pick<AppContext['log'], 'error' | 'warn'> };

interface PendingMail {
  readonly mail: OutgoingMail;
  resolve(result: HandOver): void;
}

const BATCH_MAILS = 100;
/** A SQLite transaction blocks all other writes for as long as the disk takes its bytes. */
const BATCH_BYTES = 2 * 1024 * 1024;

/** Gives mails positions whose order by time and id is the order of their arrival, even within one millisecond. */
function createSequence(clock: Clock, newId: NewId): () => Pick<CapturedMail, 'id' | 'createdAt'> {
  let createdAt = 0;
  let sequence = 0;
  return () => {
    createdAt = Math.max(clock.now(), createdAt);
    sequence = Math.max(createdAt, sequence + 1);
    return { id: newId('cap', sequence), createdAt };
  };
}

/** Number of waiting mails that go into one transaction: as many as its size allows, at least one. */
function batchSize(waiting: readonly PendingMail[]): number {
  let bytes = 0;
  const past = waiting.findIndex(({ mail }, index) => {
    bytes += mail.raw.length;
    return index > 0 && (index === BATCH_MAILS || bytes > BATCH_BYTES);
  });
  return past < 0 ? waiting.length : past;
}

const answer = ({ envelope }: OutgoingMail, providerMessageId: string | null): HandOver => ({
  replies: envelope.to.map((email): RecipientReply => {
    if (providerMessageId !== null) return { email, outcome: 'accepted' };
    return { email, outcome: 'deferred', about: 'mail', code: null, reply: 'the mail could not be kept' };
  }),
  providerMessageId,
  inDoubt: false,
  brokenOff: false,
});

const mayBegin = async (options: SendOptions | undefined) => options === undefined || (await options.beforeData());

/** Accepts all mail and keeps the newest 1,000 instead of delivering any. Mails that arrive together share a transaction. */
export function createCaptureProvider({ db, clock, newId, log }: CaptureContext): Provider {
  const nextPlace = createSequence(clock, newId);
  const waiting: PendingMail[] = [];
  const underWay = new Set<Promise<HandOver>>();
  let running = false;

  async function keep(batch: readonly PendingMail[]): Promise<void> {
    const mails = batch.map(({ mail: { tenantId, messageId, from, subject, envelope, raw } }): CapturedMail => {
      return { ...nextPlace(), tenantId, messageId, from, subject, envelope, raw, size: raw.length };
    });
    try {
      await db.transact((trx) => insertCaptured(trx, mails));
      for (const [index, { mail, resolve }] of batch.entries()) resolve(answer(mail, mails[index]?.id ?? null));
    } catch (error) {
      // Only the message of the error: a database error can quote its parameters, which are mail.
      log.error({ reason: error instanceof Error ? error.message : String(error) }, 'captured mail could not be kept');
      for (const { mail, resolve } of batch) resolve(answer(mail, null));
    }
  }

  async function run(): Promise<void> {
    running = true;
    // Sends of the same turn of the event loop share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await keep(waiting.splice(0, batchSize(waiting)));
    running = false;
  }

  async function take(mail: OutgoingMail, options?: SendOptions): Promise<HandOver> {
    if (!(await mayBegin(options))) return { ...answer(mail, null), brokenOff: true };
    return new Promise((resolve) => {
      waiting.push({ mail, resolve });
      if (!running) void run();
    });
  }

  return {
    send(mail, options) {
      const result = take(mail, options).finally(() => underWay.delete(result));
      underWay.add(result);
      return result;
    },
    async close() {
      await Promise.allSettled(underWay);
    },
  };
}
