import { limits, type Operation } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import type { FairShare } from '../core/concurrency/fair-share.ts';
import { type Pace, paceBytes, withinPace } from '../core/concurrency/pace.ts';
import { SLOWEST } from './body-pace.ts';
import { createValueCount, type ValueCount } from './count-values.ts';
import type { Held } from './in-turn.ts';

const busy = () => new ApiError('service_unavailable', {}, { headers: { 'Retry-After': '1' } });

/** Who sends a body, and the memory that it is read into. */
export interface Sender {
  readonly budget: FairShare;
  /** Whose share it counts to. */
  readonly peer: string;
  readonly pace?: Pace | undefined;
  /** The request, until whose end a body counts that is not small. */
  readonly held: Held;
}

/** A body in the blocks that it was read into. */
export interface BodyBlocks {
  readonly size: number;
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
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
const LARGEST_BLOCK_BYTES = 1024 * 1024;

/** What has come of a body, in memory that counts to its sender. */
interface Gathered {
  add(chunk: Uint8Array): ApiError | undefined;
  take(): BodyBlocks;
  drop(): void;
}

/** Takes from the budget what has come, and not what is announced: a client that dawdles must not use up everybody's. */
function gather({ max, look }: BodyLimits, { budget, peer }: Sender): Gathered {
  let blocks: Uint8Array<ArrayBuffer>[] = [];
  let block = new Uint8Array(0);
  let [filled, size] = [0, 0];

  const endBlock = () => filled > 0 && blocks.push(block.subarray(0, filled));

  function append(chunk: Uint8Array): void {
    if (filled + chunk.byteLength > block.byteLength) {
      endBlock();
      block = new Uint8Array(Math.max(BLOCK_BYTES, Math.min(size, LARGEST_BLOCK_BYTES), chunk.byteLength));
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
    take() {
      endBlock();
      const taken = { size, blocks };
      blocks = [];
      block = new Uint8Array(0);
      return taken;
    },
    drop() {
      budget.give(peer, size);
      blocks = [];
      block = new Uint8Array(0);
      [filled, size] = [0, 0];
    },
  };
}

/** Of what is refused the rest is let pass, up to what might have been taken: a client that still speaks hears no answer. */
async function readWithin(request: Request, within: BodyLimits, sender: Sender): Promise<BodyBlocks> {
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
    const body = gathered.take();
    sender.held.until(gathered.drop);
    return body;
  } catch (error) {
    gathered.drop();
    throw error;
  }
}

/** Bodies up to this size are read in one piece, which is quicker. */
async function readSmall(
  request: Request,
  length: number,
  { look }: BodyLimits,
  { budget, peer, pace = SLOWEST }: Sender,
): Promise<BodyBlocks> {
  if (!budget.take(peer, length)) throw busy();
  try {
    const block = new Uint8Array(await paceBytes(pace).wait(request.arrayBuffer()));
    const refusal = look?.(block);
    if (refusal !== undefined) throw refusal;
    return { size: block.length, blocks: [block] };
  } finally {
    budget.give(peer, length);
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** Nobody reads this answer, but the log should not take a client that went away for a fault of ours. */
const brokenOff = (cause: unknown) => new ApiError('invalid_json', {}, { detail: 'The body broke off.', cause });

/** Reads a body within its limits; a longer one is refused before it is taken in. */
async function readBlocks(request: Request, within: BodyLimits, sender: Sender): Promise<BodyBlocks> {
  const length = declaredLength(request);
  if (length === 0) return { size: 0, blocks: [] };
  if (length !== undefined && length > within.max) throw new ApiError('request_too_large', { max_bytes: within.max });
  try {
    const small = length !== undefined && length <= BLOCK_BYTES;
    return await (small ? readSmall(request, length, within, sender) : readWithin(request, within, sender));
  } catch (error) {
    throw error instanceof ApiError ? error : brokenOff(error);
  }
}

/** Returns the bytes of a body in one piece. */
export function joinBlocks({ size, blocks }: BodyBlocks): Buffer {
  const [first] = blocks;
  if (first === undefined) return Buffer.alloc(0);
  return blocks.length === 1 ? Buffer.from(first.buffer, first.byteOffset, first.byteLength) : Buffer.concat(blocks, size);
}

/** Reads a body within its limits, into one piece. */
export const readBody = async (request: Request, within: BodyLimits, sender: Sender): Promise<Buffer> =>
  joinBlocks(await readBlocks(request, within, sender));

function tooManyValues(operation: Operation | undefined, longest: number): ApiError {
  const isBatch = operation?.errors.includes('batch_too_large') === true;
  if (isBatch && longest > limits.batch) return new ApiError('batch_too_large', { max: limits.batch });
  const detail = `A body has at most ${limits.bodyValues} values, of all its lists and objects together.`;
  return new ApiError('validation_failed', { max: limits.bodyValues }, { detail });
}

const tooDeep = () =>
  new ApiError(
    'invalid_json',
    {},
    { detail: `A large body has lists and objects at most ${limits.bodyDepth} levels inside of each other.` },
  );

function tooLongNames(): ApiError {
  const max = limits.bodyNameBytes;
  return new ApiError('validation_failed', { max }, { detail: `The names of the fields of a body have at most ${max} bytes together.` });
}

/** Bytes. What is deeper within fewer can be handed from thread to thread, or is never: its operation says what is wrong. */
const DEEP_FROM_BYTES = 256 * 1024;

function refusalOf(count: ValueCount, { operation, size }: { operation: Operation | undefined; size: number }): ApiError | undefined {
  if (count.values() > limits.bodyValues) return tooManyValues(operation, count.longest());
  if (size >= DEEP_FROM_BYTES && count.deepest() > limits.bodyDepth) return tooDeep();
  return count.nameBytes() > limits.bodyNameBytes ? tooLongNames() : undefined;
}

/** Reads a JSON text for an operation. One that holds more than anybody means is refused before it becomes objects. */
export function readJsonText(request: Request, operation: Operation | undefined, sender: Sender): Promise<BodyBlocks> {
  const count = createValueCount();
  let size = 0;
  const look = (chunk: Uint8Array) => {
    count.read(chunk);
    size += chunk.byteLength;
    return refusalOf(count, { operation, size });
  };
  const max = operation === undefined ? limits.sendBodyBytes : (operation.maxBody ?? limits.bodyBytes);
  return readBlocks(request, { max, look }, sender);
}
