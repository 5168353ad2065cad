import { limits } from '@posthorn/contract';
import type { FairShare } from '../core/concurrency/fair-share.ts';
import { Refusal, tooLarge, tooMuchAtOnce } from '../smtp/refusal.ts';

/** RFC 5321, section 6.3. */
const HOPS = 100;
/** Of a mail, as far as its headers can go. */
const HEAD_BYTES = 256 * 1024;
/** Of a mail, as much as waits to be stored. */
const PIECE_BYTES = 1024 * 1024;

/** RFC 5322, section 3.6.7: every server that passes a mail on adds one. */
function countHops(start: Buffer): number {
  const ends = ['\n\n', '\n\r\n'].map((end) => start.indexOf(end)).filter((at) => at >= 0);
  const head = start.toString('latin1', 0, ends.length === 0 ? start.length : Math.min(...ends));
  return head.match(/^received:/gim)?.length ?? 0;
}

/** A mail that is being taken in. */
export interface Intake {
  /** The mail as it comes. It ends with a refusal where it is not to be taken. */
  readonly content: AsyncIterable<Buffer>;
  /** Throws the refusal, once the mail was read to its end: the client speaks again only then. */
  end(): Promise<void>;
}

/** Looks at a mail while it comes, and keeps no more of it than is on its way to the store. */
export function intakeOf(mail: AsyncIterable<Buffer>, { peer, budget }: { readonly peer: string; readonly budget: FairShare }): Intake {
  const chunks = mail[Symbol.asyncIterator]();
  const start: Buffer[] = [];
  let [size, held] = [0, 0];
  let refusal: Refusal | undefined;
  let hasEnded = false;

  async function next(): Promise<Buffer | undefined> {
    const { value, done } = await chunks.next().catch((error: unknown) => {
      hasEnded = true;
      throw error;
    });
    hasEnded = done === true;
    return hasEnded ? undefined : value;
  }

  function look(chunk: Buffer): void {
    if (size < HEAD_BYTES) start.push(chunk);
    size += chunk.length;
    if (size > limits.inboundBytes) throw tooLarge();
    if (held >= PIECE_BYTES) return;
    if (!budget.take(peer, chunk.length)) throw tooMuchAtOnce();
    held += chunk.length;
  }

  async function* content(): AsyncIterable<Buffer> {
    try {
      for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
        look(chunk);
        yield chunk;
      }
      if (countHops(Buffer.concat(start).subarray(0, HEAD_BYTES)) > HOPS) throw new Refusal(554, '5.4.6 Too many hops');
    } catch (error) {
      if (error instanceof Refusal) refusal = error;
      throw error;
    }
  }

  return {
    content: content(),
    async end() {
      budget.give(peer, held);
      while (!hasEnded) await next();
      if (refusal !== undefined) throw refusal;
    },
  };
}
