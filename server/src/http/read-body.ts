import { limits, type Operation } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import type { FairShare } from '../core/concurrency/fair-share.ts';
import { type Pace, paceBytes, withinPace } from '../core/concurrency/pace.ts';
import { SLOWEST } from './body-pace.ts';
import { createValueCount } from './count-values.ts';

const busy = () => new ApiError('service_unavailable', {}, { headers: { 'Retry-After': '1' } });

/** Who sends a body, and the memory that it is read into. */
export interface Sender {
  readonly budget: FairShare;
  /** Whose share it counts to. */
  readonly peer: string;
  readonly pace?: Pace | undefined;
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

/** Chunks that are smaller are put together: a body that comes byte by byte must not become as many objects. */
const BLOCK_BYTES = 64 * 1024;

/** What has come of a body, in memory that counts to its sender. */
interface Gathered {
  add(chunk: Uint8Array): ApiError | undefined;
  take(): Buffer;
  drop(): void;
}

/** Takes from the budget what has come, and not what is announced: a client that dawdles must not use up everybody's. */
function gather({ max, look }: BodyLimits, { budget, peer }: Sender): Gathered {
  let blocks: Uint8Array[] = [];
  let block = new Uint8Array(0);
  let [filled, size] = [0, 0];

  function append(chunk: Uint8Array): void {
    if (filled + chunk.byteLength > block.byteLength) {
      blocks.push(block.subarray(0, filled));
      block = new Uint8Array(Math.max(BLOCK_BYTES, chunk.byteLength));
      filled = 0;
    }
    block.set(chunk, filled);
    filled += chunk.byteLength;
    size += chunk.byteLength;
  }

  return {
    add(chunk) {
      if (size + chunk.byteLength > max) return new ApiError('request_too_large', { max_bytes: max });
      if (!budget.take(peer, chunk.byteLength)) return busy();
      append(chunk);
      return look?.(chunk);
    },
    take: () => Buffer.concat([...blocks, block.subarray(0, filled)], size),
    drop() {
      budget.give(peer, size);
      blocks = [];
      block = new Uint8Array(0);
      [filled, size] = [0, 0];
    },
  };
}

/** Of what is refused the rest is let pass, up to what might have been taken: a client that still speaks hears no answer. */
async function readWithin(request: Request, within: BodyLimits, sender: Sender): Promise<Buffer> {
  const gathered = gather(within, sender);
  let refusal: ApiError | undefined;
  let read = 0;
  try {
    for await (const chunk of withinPace(request.body ?? emptyBody(), sender.pace ?? SLOWEST)) {
      read += chunk.byteLength;
      if (refusal !== undefined && read > within.max) break;
      if (refusal !== undefined) continue;
      refusal = gathered.add(chunk);
      if (refusal !== undefined) gathered.drop();
    }
    if (refusal !== undefined) throw refusal;
    return gathered.take();
  } finally {
    gathered.drop();
  }
}

/** Bodies up to this size are read in one piece, which is quicker. */
async function readSmall(
  request: Request,
  length: number,
  { look }: BodyLimits,
  { budget, peer, pace = SLOWEST }: Sender,
): Promise<Buffer> {
  if (!budget.take(peer, length)) throw busy();
  try {
    const bytes = Buffer.from(await paceBytes(pace).wait(request.arrayBuffer()));
    const refusal = look?.(bytes);
    if (refusal !== undefined) throw refusal;
    return bytes;
  } finally {
    budget.give(peer, length);
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** Nobody reads this answer, but the log should not take a client that went away for a fault of ours. */
const brokenOff = (cause: unknown) => new ApiError('invalid_json', {}, { detail: 'The body broke off.', cause });

/** Reads a body within its limits; a longer one is refused before it is taken in. */
export async function readBody(request: Request, within: BodyLimits, sender: Sender): Promise<Buffer> {
  const length = declaredLength(request);
  if (length === 0) return Buffer.alloc(0);
  if (length !== undefined && length > within.max) throw new ApiError('request_too_large', { max_bytes: within.max });
  try {
    const small = length !== undefined && length <= BLOCK_BYTES;
    return await (small ? readSmall(request, length, within, sender) : readWithin(request, within, sender));
  } catch (error) {
    throw error instanceof ApiError ? error : brokenOff(error);
  }
}

function tooManyValues(operation: Operation | undefined, longest: number): ApiError {
  const isBatch = operation?.errors.includes('batch_too_large') === true;
  if (isBatch && longest > limits.batch) return new ApiError('batch_too_large', { max: limits.batch });
  const detail = `A body has at most ${limits.bodyValues} values, of all its lists and objects together.`;
  return new ApiError('validation_failed', { max: limits.bodyValues }, { detail });
}

/** Reads a JSON text for an operation. One with more values than anybody means is refused before they become objects. */
export function readJsonText(request: Request, operation: Operation | undefined, sender: Sender): Promise<Buffer> {
  const count = createValueCount();
  const look = (chunk: Uint8Array) => {
    count.read(chunk);
    return count.values() > limits.bodyValues ? tooManyValues(operation, count.longest()) : undefined;
  };
  const max = operation === undefined ? limits.sendBodyBytes : (operation.maxBody ?? limits.bodyBytes);
  return readBody(request, { max, look }, sender);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

export interface JsonForm {
  /** An empty body counts as `{}`. */
  readonly emptyAllowed: boolean;
  /** An array counts as an object that has it in this field. */
  readonly bareArray?: string | undefined;
}

/** Returns a JSON text as characters. */
export function decodeJson(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ApiError('invalid_json', {}, { detail: 'The body is not valid JSON.' });
  }
}

/** Parses a JSON object. */
export function parseJsonObject(bytes: Buffer, { emptyAllowed, bareArray }: JsonForm): unknown {
  if (bytes.length === 0 && emptyAllowed) return {};
  const text = decodeJson(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError('invalid_json', {}, { detail: 'The body is not valid JSON.' });
  }
  if (Array.isArray(value) && bareArray !== undefined) return { [bareArray]: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('invalid_json');
  return value;
}
