import { limits } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { yieldTurns } from '../core/concurrency/event-loop.ts';
import type { FairShare } from '../core/concurrency/fair-share.ts';
import type { Held } from '../http/in-turn.ts';
import { isUnread, type MailReader } from '../inbound/index.ts';
import type { SubmittedMail } from '../mime/read-submitted.ts';

type Fault = ApiError<'request_too_large' | 'service_unavailable' | 'validation_failed'>;

export interface ReadParts {
  readonly reader: MailReader;
  /** Memory for mail that is on its way. */
  readonly budget: FairShare;
}

/** Whose mail it is, and until when it is kept. */
export interface Owner {
  readonly tenantId: string;
  readonly held: Held;
}

/** Chunks are put together: a mail that comes byte by byte must not become as many objects. */
const BLOCK_BYTES = 64 * 1024;

const tooLarge = () => new ApiError('request_too_large', { max_bytes: limits.sendBodyBytes });
const busy = () =>
  new ApiError('service_unavailable', {}, { detail: 'Too much mail of yours is under way here.', headers: { 'Retry-After': '1' } });

/** A mail in the blocks that it was read into, the last one not filled. */
interface Gathered {
  readonly size: number;
  readonly blocks: readonly Buffer[];
}

function createBlocks() {
  const blocks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk: Buffer): void {
      for (let at = 0; at < chunk.length; ) {
        const filled = size % BLOCK_BYTES;
        if (filled === 0) blocks.push(Buffer.allocUnsafeSlow(BLOCK_BYTES));
        const copied = chunk.copy(blocks.at(-1) ?? chunk, filled, at);
        at += copied;
        size += copied;
      }
    },
    take: (): Gathered => ({ size, blocks }),
    drop(): void {
      blocks.length = 0;
    },
  };
}

/** Reads a mail to its end, also where it is refused: the client hears us only then. What came counts to its tenant. */
async function gather(mail: AsyncIterable<Buffer>, { budget }: ReadParts, { tenantId, held }: Owner): Promise<Gathered | Fault> {
  const blocks = createBlocks();
  let taken = 0;
  let refusal: Fault | undefined;
  held.until(() => budget.give(tenantId, taken));

  function refuse(fault: Fault): void {
    refusal = fault;
    blocks.drop();
    budget.give(tenantId, taken);
    taken = 0;
  }

  for await (const chunk of mail) {
    if (refusal !== undefined) continue;
    if (taken + chunk.length > limits.sendBodyBytes) refuse(tooLarge());
    else if (!budget.take(tenantId, chunk.length)) refuse(busy());
    else {
      taken += chunk.length;
      blocks.add(chunk);
    }
  }
  return refusal ?? blocks.take();
}

/** Puts the blocks together; between them others have their turn. */
async function join({ size, blocks }: Gathered): Promise<Buffer> {
  const joined = Buffer.allocUnsafeSlow(size);
  for (const [place, block] of blocks.entries()) {
    block.copy(joined, place * BLOCK_BYTES);
    await yieldTurns(1);
  }
  return joined;
}

const WAY_OUT = 'Send it with fewer parts and simpler HTML, or by POST /v1/email, which takes HTML and attachments as they are.';

/** Has a mail taken apart; one that takes too much gets a second try, since nobody keeps a mail that is refused for good. */
async function takeApart({ reader }: ReadParts, raw: Buffer, tenantId: string): Promise<SubmittedMail | Fault> {
  let read = await reader.read('submitted', { raw }, tenantId);
  if (isUnread(read) && read.unfinished === 'mail') read = await reader.read('submitted', { raw }, tenantId);
  if (!isUnread(read)) return read;
  const { unreadable, unfinished } = read;
  if (unfinished === undefined) return new ApiError('validation_failed', {}, { detail: unreadable });
  if (unfinished === 'mail') return new ApiError('validation_failed', {}, { detail: `${unreadable} It was tried twice. ${WAY_OUT}` });
  return new ApiError('service_unavailable', {}, { detail: unreadable, headers: { 'Retry-After': '60' } });
}

/** Reads what a client hands over, and has it taken apart in another process. Throws where the client goes away. */
export async function readMail(mail: AsyncIterable<Buffer>, parts: ReadParts, owner: Owner): Promise<SubmittedMail | Fault> {
  const gathered = await gather(mail, parts, owner);
  return gathered instanceof ApiError ? gathered : takeApart(parts, await join(gathered), owner.tenantId);
}
