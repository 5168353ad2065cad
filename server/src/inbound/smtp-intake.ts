import { limits } from '@posthorn/contract';
import { createIncoming, type Incoming, type IncomingSpace } from '../core/incoming/incoming.ts';
import { noRoom, Refusal, tooLarge, tooMuchAtOnce } from '../smtp/refusal.ts';

/** RFC 5321, section 6.3. */
const HOPS = 100;
/** Of a mail, as far as its headers can go. */
const HEAD_BYTES = 256 * 1024;

/** RFC 5322, section 3.6.7: every server that passes a mail on adds one. */
function countHops(start: Buffer): number {
  const ends = ['\n\n', '\n\r\n'].map((end) => start.indexOf(end)).filter((at) => at >= 0);
  const head = start.toString('latin1', 0, ends.length === 0 ? start.length : Math.min(...ends));
  return head.match(/^received:/gim)?.length ?? 0;
}

async function headOf(incoming: Incoming): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of incoming.pieces()) {
    pieces.push(piece);
    size += piece.length;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
}

async function keep(incoming: Incoming, chunk: Buffer): Promise<Refusal | undefined> {
  if (incoming.size() + chunk.length > limits.inboundBytes) return tooLarge();
  return (await incoming.add(chunk)) ? undefined : tooMuchAtOnce();
}

async function end(incoming: Incoming): Promise<Refusal | undefined> {
  if (!(await incoming.end())) return tooMuchAtOnce();
  return countHops(await headOf(incoming)) > HOPS ? new Refusal(554, '5.4.6 Too many hops') : undefined;
}

/** Reads a mail to its end, also where it is refused: the client speaks again only then. What is returned is to be dropped. */
export async function takeIn(
  mail: AsyncIterable<Buffer>,
  { peer, space }: { readonly peer: string; readonly space: IncomingSpace },
): Promise<Incoming> {
  const incoming = createIncoming(space, peer);
  let refusal: Refusal | undefined;
  try {
    for await (const chunk of mail) {
      if (refusal !== undefined) continue;
      refusal = await keep(incoming, chunk).catch(noRoom);
      if (refusal !== undefined) await incoming.drop();
    }
    refusal ??= await end(incoming).catch(noRoom);
    if (refusal !== undefined) throw refusal;
    return incoming;
  } catch (error) {
    await incoming.drop();
    throw error;
  }
}
