import type { Readable } from 'node:stream';
import { ApiError } from '../../core/api-error.ts';
import { type Pace, paceBytes, withinPace } from '../../core/concurrency/pace.ts';
import type { RawBody } from '../../core/handler.ts';
import { createIncoming, type Incoming, type IncomingSpace } from '../../core/incoming/incoming.ts';
import { toApiError } from '../../core/operation/to-api-error.ts';
import { ChunkedRequest } from '../connections/chunked-request.ts';
import type { Held } from '../with-tenant-permit.ts';
import { SLOWEST } from './body-pace.ts';

const busy = () => new ApiError('service_unavailable', {}, { headers: { 'Retry-After': '1' } });

/** Who sends a body, and where it is kept while it comes. */
export interface BodySource {
  readonly space: IncomingSpace;
  /** Whose share it counts to. */
  readonly peer: string;
  readonly pace?: Pace | undefined;
  /** The request, until whose end a body counts that is not small. */
  readonly held: Held;
  /** The bytes as they come. A web stream of them would copy each chunk. */
  readonly stream: Readable;
  /** Aborted once the client is gone. */
  readonly signal?: AbortSignal | undefined;
}

/** A body that has come. */
export interface ReceivedBody extends RawBody {
  /** Returns it, in memory of its own; once. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Has one that is in a file read by its descriptor, from the start; once. */
  readonly byFile?: Incoming['byFile'] | undefined;
}

export interface BodyLimits {
  readonly max: number;
  /** Looks at what has come, and returns what it refuses. */
  readonly look?: (chunk: Uint8Array) => ApiError | undefined;
}

/** The declared length, undefined for a body of unknown length. */
function declaredLength(request: Request): number | undefined {
  const length = request.headers.get('content-length');
  if (length !== null) return Number(length);
  return request.headers.has('transfer-encoding') ? undefined : 0;
}

const tooLargeFor = ({ max }: BodyLimits) => new ApiError('request_too_large', { max_bytes: max });

/** Takes from the client's shares what has come, and not what is announced: a client that dawdles must not use up everybody's. */
async function keep(incoming: Incoming, chunk: Uint8Array, within: BodyLimits): Promise<ApiError | undefined> {
  if (incoming.size() + chunk.byteLength > within.max) return tooLargeFor(within);
  if (!(await incoming.add(chunk))) return busy();
  return within.look?.(chunk);
}

const end = async (incoming: Incoming) => ((await incoming.end()) ? undefined : busy());

/**
 * Returns the bytes of a body as they come. Whoever stops before their end still answers, by the same connection.
 * Throws `tooLarge` at the end of a body in too many chunks, which is not all of it.
 */
export async function* chunksOf(
  { stream, pace = SLOWEST }: Pick<BodySource, 'stream' | 'pace'>,
  tooLarge: () => ApiError,
): AsyncGenerator<Buffer> {
  yield* withinPace<Buffer>(stream.iterator({ destroyOnReturn: false }), pace);
  if (!(stream instanceof ChunkedRequest) || !stream.hasTooManyChunks) return;
  throw tooLarge().adding('Its chunks (Transfer-Encoding) have a few bytes each: send larger ones, or a Content-Length.');
}

/** Of what is refused the rest is let pass, up to what might have been taken: a client that still speaks hears no answer. */
async function readWithin(within: BodyLimits, source: BodySource): Promise<ReceivedBody> {
  const { space, peer, held } = source;
  const incoming = createIncoming(space, peer);
  held.until(incoming.drop);
  let refusal: ApiError | undefined;
  let read = 0;
  for await (const chunk of chunksOf(source, () => tooLargeFor(within))) {
    read += chunk.byteLength;
    if (refusal !== undefined && read > within.max) break;
    if (refusal !== undefined) continue;
    refusal = await keep(incoming, chunk, within).catch(toApiError);
    if (refusal !== undefined) await incoming.drop();
  }
  refusal ??= await end(incoming).catch(toApiError);
  if (refusal !== undefined) throw refusal;
  const byFile = incoming.isLarge() ? incoming.byFile : undefined;
  return { size: incoming.size(), bytes: incoming.bytes, byFile, pieces: incoming.pieces };
}

/** Bodies up to this size are read in one piece, which is quicker. */
const SMALL_BYTES = 64 * 1024;

function inMemory(whole: Uint8Array<ArrayBuffer>): ReceivedBody {
  return {
    size: whole.length,
    bytes: async () => whole,
    async *pieces() {
      yield whole;
    },
  };
}

async function readSmall(
  request: Request,
  length: number,
  { look }: BodyLimits,
  { space: { memory }, peer, pace = SLOWEST }: BodySource,
): Promise<ReceivedBody> {
  if (!memory.take(peer, length)) throw busy();
  try {
    const whole = new Uint8Array(await paceBytes(pace).wait(request.arrayBuffer()));
    const refusal = look?.(whole);
    if (refusal !== undefined) throw refusal;
    return inMemory(whole);
  } finally {
    memory.give(peer, length);
  }
}

/** Nobody reads this answer, but the log should not take a client that went away for a fault of ours. */
export const brokenOff = (cause: unknown) => new ApiError('invalid_json', {}, { detail: 'The body broke off.', cause });

/** Reads a body within its limits; a longer one is refused before it is taken in. */
export async function receiveBody(request: Request, within: BodyLimits, source: BodySource): Promise<ReceivedBody> {
  const length = declaredLength(request);
  if (length === 0) return inMemory(new Uint8Array());
  if (length !== undefined && length > within.max) throw tooLargeFor(within);
  try {
    const small = length !== undefined && length <= SMALL_BYTES;
    return await (small ? readSmall(request, length, within, source) : readWithin(within, source));
  } catch (error) {
    throw error instanceof ApiError ? error : brokenOff(error);
  }
}

/** Reads a body within its limits, into one piece. */
export async function readBody(request: Request, within: BodyLimits, source: BodySource): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await (await receiveBody(request, within, source)).bytes();
  return Buffer.from(buffer, byteOffset, byteLength);
}
