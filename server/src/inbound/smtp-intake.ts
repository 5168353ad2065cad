import { limits } from '@posthorn/contract';
import { createIncoming, type Incoming, type IncomingSpace } from '../core/incoming/incoming.ts';
import { receiveWhole } from '../core/incoming/receive-whole.ts';
import { noRoom, Refusal, tooLarge, tooMuchAtOnce } from '../smtp/refusal.ts';
import { readHeaders } from './read-headers.ts';

/** Servers that may have passed a mail on before it is taken to go round in circles (RFC 5321, section 6.3). */
const HOPS = 100;
/** Counts the Received headers: every server that passes a mail on adds one (RFC 5322, section 3.6.7). */
const countHops = (headers: Buffer): number => headers.toString('latin1').match(/^received:/gim)?.length ?? 0;

async function refuseLoop(incoming: Incoming): Promise<Refusal | undefined> {
  return countHops(await readHeaders(incoming.pieces())) > HOPS ? new Refusal(554, '5.4.6 Too many hops') : undefined;
}

/** Reads a mail to its end, also where it is refused: the client speaks again only then. What is returned is to be dropped. */
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
