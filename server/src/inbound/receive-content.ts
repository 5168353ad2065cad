import { limits } from '@posthorn/contract';
import { createIncoming, type Incoming, type IncomingSpace } from '../core/incoming/incoming.ts';
import { receiveWhole } from '../core/incoming/receive-whole.ts';
import { noRoom, Refusal, tooLarge, tooMuchAtOnce } from '../smtp/refusal.ts';
import { readHeaders } from './read-headers.ts';

/** Received headers from which a mail is considered to loop (RFC 5321, section 6.3). */
const HOPS = 100;
/** Counts the Received headers: every server that passes a mail on adds one (RFC 5322, section 3.6.7). */
const countHops = (headers: Buffer): number => headers.toString('latin1').match(/^received:/gim)?.length ?? 0;

async function refuseLoop(incoming: Incoming): Promise<Refusal | undefined> {
  return countHops(await readHeaders(incoming.pieces())) > HOPS ? new Refusal(554, '5.4.6 Too many hops') : undefined;
}

/** Reads a mail to its end, even if it is refused: only then does the client listen for a reply. The result has to be discarded. */
export async function receiveContent(
  mail: AsyncIterable<Buffer>,
  { peer, space }: { readonly peer: string; readonly space: IncomingSpace },
): Promise<Incoming> {
  const incoming = createIncoming(space, peer);
  try {
    await receiveWhole(incoming, mail, { max: limits.inboundBytes, tooLarge, busy: tooMuchAtOnce, toRefusal: noRoom });
    const refusal = await refuseLoop(incoming).catch(noRoom);
    if (refusal !== undefined) throw refusal;
    return incoming;
  } catch (error) {
    await incoming.drop();
    throw error;
  }
}
