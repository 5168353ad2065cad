import type { Readable } from 'node:stream';
import { enforceDataRate, type MinDataRate, monitorDataRate } from '../../core/concurrency/min-data-rate.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { createIncoming, type Incoming, type IncomingSpace } from '../../core/incoming/incoming.ts';
import { receiveWhole } from '../../core/incoming/receive-whole.ts';
import { toApiError } from '../../core/operation/to-api-error.ts';
import type { RawBody } from '../../core/request/handler.ts';
import { ChunkedRequest } from '../connections/chunked-request.ts';
import type { RequestResources } from '../request-resources.ts';
import { MIN_BODY_RATE } from './min-body-rate.ts';

const busy = () => new ApiError('service_unavailable', {}, { headers: { 'Retry-After': '1' } });

/** How a request body is read, and where it is buffered. */
export interface BodySource {
  readonly space: IncomingSpace;
  /** Whose share of memory and disk it counts towards. */
  readonly peer: string;
  readonly minRate?: MinDataRate | undefined;
  /** Resources of the request, which holds a body that is not small until it ends. */
  readonly resources: RequestResources;
  /** The Node request; a web stream would copy each chunk. */
  readonly stream: Readable & { readonly complete?: boolean };
  /** Aborted once the client has disconnected. */
  readonly signal?: AbortSignal | undefined;
  /** Throws if the caller may no longer call. */
  readonly confirmCaller?: (() => Promise<void>) | undefined;
}

const noCheck = async () => undefined;

/**
 * Returns what to call once a body was read, before anything is done with it. It checks the caller again where the body is not all there
 * yet: its client decides when it ends, and the key may be revoked meanwhile.
 */
export const lateCheckOf = ({ stream, confirmCaller = noCheck }: Pick<BodySource, 'stream' | 'confirmCaller'>): (() => Promise<void>) =>
  stream.complete === true ? noCheck : confirmCaller;

/** A request body that was received completely. */
export interface ReceivedBody extends RawBody {
  /** Returns a copy of all bytes. To be called once. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** For a body that was spooled to a file: passes its file descriptor to a reader, from the start. To be called once. */
  readonly byFile?: Incoming['byFile'] | undefined;
}

export interface BodyLimits {
  readonly max: number;
  /** Called with each chunk; returns an error to refuse the body with. */
  readonly look?: (chunk: Uint8Array) => ApiError | undefined;
}

/** Returns the declared length in bytes; undefined for a chunked body. */
function declaredLength(request: Request): number | undefined {
  const length = request.headers.get('content-length');
  if (length !== null) return Number(length);
  return request.headers.has('transfer-encoding') ? undefined : 0;
}

const tooLargeFor = ({ max }: BodyLimits) => new ApiError('request_too_large', { max_bytes: max });

/**
 * Yields the bytes of a body as they arrive. A reader that stops early can still answer on the same connection. Throws `request_timeout`
 * below the minimum rate, and `tooLarge` for a body in too many small chunks, which was cut off.
 */
export async function* chunksOf(
  { stream, minRate = MIN_BODY_RATE }: Pick<BodySource, 'stream' | 'minRate'>,
  tooLarge: () => ApiError,
): AsyncGenerator<Buffer> {
  yield* enforceDataRate<Buffer>(stream.iterator({ destroyOnReturn: false }), minRate);
  if (!(stream instanceof ChunkedRequest) || !stream.hasTooManyChunks) return;
  throw tooLarge().adding('Its chunks (Transfer-Encoding) have a few bytes each: send larger ones, or a Content-Length.');
}

/** Reads a body that may be large; of a refused one no more than the limit. */
async function readWithin(within: BodyLimits, source: BodySource): Promise<ReceivedBody> {
  const { space, peer, resources } = source;
  const incoming = createIncoming(space, peer);
  resources.defer(incoming.drop);
  const tooLarge = () => tooLargeFor(within);
  await receiveWhole(incoming, chunksOf(source, tooLarge), { ...within, tooLarge, busy, toRefusal: toApiError, mostRefused: within.max });
  const byFile = incoming.isLarge() ? incoming.byFile : undefined;
  return { size: incoming.size(), bytes: incoming.bytes, byFile, pieces: incoming.pieces };
}

/** Bodies of up to this many bytes are read at once, which is faster. */
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
  { space: { memory }, peer, minRate = MIN_BODY_RATE }: BodySource,
): Promise<ReceivedBody> {
  if (!memory.take(peer, length)) throw busy();
  try {
    const whole = new Uint8Array(await monitorDataRate(minRate).wait(request.arrayBuffer()));
    const refusal = look?.(whole);
    if (refusal !== undefined) throw refusal;
    return inMemory(whole);
  } finally {
    memory.give(peer, length);
  }
}

/** Returns the error for a client that disconnected: nobody reads it, but it keeps the log from reporting a fault of the service. */
export const brokenOff = (cause: unknown) => new ApiError('invalid_json', {}, { detail: 'The body broke off.', cause });

async function receive(request: Request, length: number | undefined, within: BodyLimits, source: BodySource): Promise<ReceivedBody> {
  try {
    const small = length !== undefined && length <= SMALL_BYTES;
    return await (small ? readSmall(request, length, within, source) : readWithin(within, source));
  } catch (error) {
    throw error instanceof ApiError ? error : brokenOff(error);
  }
}

/** Receives a body. Throws `request_too_large` beyond the limit, before it is read where its length is declared. */
export async function receiveBody(request: Request, within: BodyLimits, source: BodySource): Promise<ReceivedBody> {
  const length = declaredLength(request);
  if (length === 0) return inMemory(new Uint8Array());
  if (length !== undefined && length > within.max) throw tooLargeFor(within);
  const checkCaller = lateCheckOf(source);
  const body = await receive(request, length, within, source);
  await checkCaller();
  return body;
}

/** Receives a body and returns all of its bytes. */
export async function readBody(request: Request, within: BodyLimits, source: BodySource): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await (await receiveBody(request, within, source)).bytes();
  return Buffer.from(buffer, byteOffset, byteLength);
}
