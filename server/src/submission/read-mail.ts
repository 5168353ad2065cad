import { limits } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
import { createIncoming, type Incoming, type IncomingSpace } from '../core/incoming/incoming.ts';
import { receiveWhole } from '../core/incoming/receive-whole.ts';
import { toApiError } from '../core/operation/to-api-error.ts';
import type { LargeRequestLimiter } from '../http/bodies/large-request-limiter.ts';
import type { RequestResources } from '../http/request-resources.ts';
import { isUnread, type MailReader } from '../mail-reader/mail-reader.ts';
import type { SubmittedMail } from '../mime/read-submitted.ts';

export interface ReadParts {
  readonly reader: MailReader;
  /** Where mail is kept that is on its way. */
  readonly space: IncomingSpace;
  readonly largeRequests: LargeRequestLimiter;
}

/** Whose mail it is, and until when it is kept. */
export interface Owner {
  readonly tenantId: string;
  readonly resources: RequestResources;
  /** Aborted once nobody waits for the reply. */
  readonly signal?: AbortSignal | undefined;
}

const tooLarge = () => new ApiError('request_too_large', { max_bytes: limits.sendBodyBytes });
const busy = () =>
  new ApiError('service_unavailable', {}, { detail: 'Too much mail of yours is under way here.', headers: { 'Retry-After': '1' } });

/** Reads a mail to its end, also where it is refused: the client hears us only then. What came counts to its tenant. */
async function gather(mail: AsyncIterable<Buffer>, { space }: ReadParts, { tenantId, resources }: Owner): Promise<Incoming> {
  const incoming = createIncoming(space, tenantId);
  resources.defer(incoming.drop);
  await receiveWhole(incoming, mail, { max: limits.sendBodyBytes, tooLarge, busy, toRefusal: toApiError });
  return incoming;
}

const WAY_OUT = 'Send it with fewer parts and simpler HTML, or by POST /v1/email, which takes HTML and attachments as they are.';

/** Has a mail taken apart. */
async function parseMail({ reader }: ReadParts, raw: Buffer, tenantId: string): Promise<SubmittedMail | ApiError> {
  const read = await reader.read('submitted', { raw }, tenantId);
  if (!isUnread(read)) return read;
  const { unreadable, unfinished } = read;
  if (unfinished === undefined) return new ApiError('validation_failed', {}, { detail: unreadable });
  if (unfinished === 'mail') return new ApiError('validation_failed', {}, { detail: `${unreadable} It was tried twice. ${WAY_OUT}` });
  return new ApiError('service_unavailable', {}, { detail: unreadable, headers: { 'Retry-After': '60' } });
}

/** Reads the mail that a client submits, and parses it in another process. Throws if the client disconnects. */
export async function readMail(mail: AsyncIterable<Buffer>, parts: ReadParts, owner: Owner): Promise<SubmittedMail | ApiError> {
  try {
    const incoming = await gather(mail, parts, owner);
    if (incoming.isLarge())
      await parts.largeRequests.begin(incoming.size(), { peer: owner.tenantId, resources: owner.resources, signal: owner.signal });
    const { buffer, byteOffset, byteLength } = await incoming.bytes();
    return await parseMail(parts, Buffer.from(buffer, byteOffset, byteLength), owner.tenantId);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
