import type { Incoming } from './incoming.ts';

/** Limits of what is received, and the errors for exceeding them. */
export interface IncomingLimits<Refusal extends Error> {
  /** Most bytes. */
  readonly max: number;
  readonly tooLarge: () => Refusal;
  /** For what the shares of the peer have no room for. */
  readonly busy: () => Refusal;
  /** For what is thrown while it is kept. */
  readonly toRefusal: (error: unknown) => Refusal;
  /** Called with each chunk that was kept; returns an error that the whole is refused with. */
  readonly look?: ((chunk: Uint8Array) => Refusal | undefined) | undefined;
  /** Most bytes to read of a refused transfer; by default it is read to its end. */
  readonly mostRefused?: number;
}

/**
 * Keeps a chunk, which counts towards the peer's share only now; an announced length does not, so that idle clients use up nobody's share.
 */
async function keep<Refusal extends Error>(
  incoming: Incoming,
  chunk: Uint8Array,
  { max, tooLarge, busy, look }: IncomingLimits<Refusal>,
): Promise<Refusal | undefined> {
  if (incoming.size() + chunk.byteLength > max) return tooLarge();
  if (!(await incoming.add(chunk))) return busy();
  return look?.(chunk);
}

/**
 * Keeps what comes from a client, to its end. What is refused is dropped and read on all the same, since a client that still sends hears no
 * answer; then the refusal is thrown.
 */
export async function receiveWhole<Refusal extends Error>(
  incoming: Incoming,
  chunks: AsyncIterable<Uint8Array>,
  limits: IncomingLimits<Refusal>,
): Promise<void> {
  const { busy, toRefusal, mostRefused = Number.POSITIVE_INFINITY } = limits;
  let refusal: Refusal | undefined;
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.byteLength;
    if (refusal !== undefined && read > mostRefused) break;
    if (refusal !== undefined) continue;
    refusal = await keep(incoming, chunk, limits).catch(toRefusal);
    if (refusal !== undefined) await incoming.drop();
  }
  refusal ??= await incoming.end().then((isWhole) => (isWhole ? undefined : busy()), toRefusal);
  if (refusal !== undefined) throw refusal;
}
