import { ApiError } from '../core/api-error.ts';
import type { ByteBudget } from '../core/concurrency/byte-budget.ts';

const busy = () => new ApiError('service_unavailable', {}, { headers: { 'Retry-After': '1' } });

/** The declared length, undefined for a body of unknown length. */
function declaredLength(request: Request): number | undefined {
  const length = request.headers.get('content-length');
  if (length !== null) return Number(length);
  return request.headers.has('transfer-encoding') ? undefined : 0;
}

/** Bodies up to this size are read in one piece. */
const SMALL_BYTES = 64 * 1024;

/** Takes from the budget what has come, and not what is announced: a client that dawdles must not use up everybody's. */
async function readWithin(request: Request, max: number, budget: ByteBudget): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      if (size + chunk.byteLength > max) throw new ApiError('request_too_large', { max_bytes: max });
      if (!budget.take(chunk.byteLength)) throw busy();
      size += chunk.byteLength;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  } finally {
    budget.give(size);
  }
}

/** Nobody reads this answer, but the log should not take a client that went away for a fault of ours. */
const brokenOff = (cause: unknown) => new ApiError('invalid_json', {}, { detail: 'The body broke off.', cause });

/** Reads a body of at most `max` bytes; a longer one is refused before it is taken in. */
export async function readBody(request: Request, max: number, budget: ByteBudget): Promise<Buffer> {
  const length = declaredLength(request);
  if (length === 0) return Buffer.alloc(0);
  if (length !== undefined && length > max) throw new ApiError('request_too_large', { max_bytes: max });
  try {
    const small = length !== undefined && length <= SMALL_BYTES;
    return small ? Buffer.from(await request.arrayBuffer()) : await readWithin(request, max, budget);
  } catch (error) {
    throw error instanceof ApiError ? error : brokenOff(error);
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

export interface JsonForm {
  /** An empty body counts as `{}`. */
  readonly emptyAllowed: boolean;
  /** An array counts as an object that has it in this field. */
  readonly bareArray?: string | undefined;
}

/** Parses a JSON object. */
export function parseJsonObject(bytes: Buffer, { emptyAllowed, bareArray }: JsonForm): unknown {
  if (bytes.length === 0 && emptyAllowed) return {};
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw new ApiError('invalid_json', {}, { detail: 'The body is not valid JSON.' });
  }
  if (Array.isArray(value) && bareArray !== undefined) return { [bareArray]: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('invalid_json');
  return value;
}
