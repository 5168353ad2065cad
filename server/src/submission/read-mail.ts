import { limits } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
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

const FIRST_BYTES = 64 * 1024;

const tooLarge = () => new ApiError('request_too_large', { max_bytes: limits.sendBodyBytes });
const busy = () =>
  new ApiError('service_unavailable', {}, { detail: 'Too much mail of yours is under way here.', headers: { 'Retry-After': '1' } });

/** Reads a mail to its end, also where it is refused: the client hears us only then. What came counts to its tenant. */
async function gather(mail: AsyncIterable<Buffer>, { budget }: ReadParts, { tenantId, held }: Owner): Promise<Buffer | Fault> {
  let bytes = Buffer.alloc(FIRST_BYTES);
  let [size, taken] = [0, 0];
  let refusal: Fault | undefined;
  held.until(() => budget.give(tenantId, taken));

  function keep(chunk: Buffer): void {
    if (size + chunk.length > bytes.length) {
      const grown = Buffer.alloc(Math.max(bytes.length * 2, size + chunk.length));
      bytes.copy(grown, 0, 0, size);
      bytes = grown;
    }
    chunk.copy(bytes, size);
    size += chunk.length;
  }

  function refuse(fault: Fault): void {
    refusal = fault;
    bytes = Buffer.alloc(0);
    budget.give(tenantId, taken);
    taken = 0;
  }

  for await (const chunk of mail) {
    if (refusal !== undefined) continue;
    if (size + chunk.length > limits.sendBodyBytes) refuse(tooLarge());
    else if (!budget.take(tenantId, chunk.length)) refuse(busy());
    else {
      taken += chunk.length;
      keep(chunk);
    }
  }
  return refusal ?? bytes.subarray(0, size);
}

/** In memory that the thread that reads it sees too, instead of one more copy. */
function share(bytes: Buffer): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** Reads what a client hands over, and has it taken apart in a thread. Throws where the client goes away. */
export async function readMail(mail: AsyncIterable<Buffer>, parts: ReadParts, owner: Owner): Promise<SubmittedMail | Fault> {
  const bytes = await gather(mail, parts, owner);
  if (bytes instanceof ApiError) return bytes;
  const read = await parts.reader.read('submitted', { raw: share(bytes) }, owner.tenantId);
  if (!isUnread(read)) return read;
  if (read.isUnfinished) return new ApiError('service_unavailable', {}, { detail: read.unreadable, headers: { 'Retry-After': '60' } });
  return new ApiError('validation_failed', {}, { detail: read.unreadable });
}
