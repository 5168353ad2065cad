import { limits, type SendRequest } from '@posthorn/contract';
import type { StoredFile } from '../../attachments/index.ts';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { invalid, type SendFault } from './send-fault.ts';

/** An attachment of a draft: decoded from base64 (`content`), or a stored file (`storageKey`). */
export type DraftAttachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string | null;
  readonly size: number;
} & ({ readonly content: Buffer } | { readonly storageKey: string });

/** Returns the total bytes of the inline attachments, those that are not stored yet. */
export const inlineBytes = (attachments: readonly DraftAttachment[]): number =>
  attachments.reduce((sum, attachment) => sum + ('content' in attachment ? attachment.size : 0), 0);

/** Stored files of the tenant that a request names, by storage key. */
export type NamedFiles = ReadonlyMap<string, StoredFile>;

type GivenAttachment = NonNullable<SendRequest['attachments']>[number];

const ANY_TYPE = 'application/octet-stream';
/** Characters that are decoded without yielding to the event loop. */
const PIECE_LENGTH = 512 * 1024;
const GROUP = 4;
const DIGITS = /^[A-Za-z0-9+/]*$/;
const LAST_DIGITS = /^[A-Za-z0-9+/]*={0,2}$/;

const withoutBreaks = (text: string) => (/[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, '') : text);

/** Decodes base64, with or without line breaks; returns undefined where it is invalid. Yields to the event loop between pieces of a long text. */
async function decodeBase64(text: string): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(Math.ceil((text.length * 3) / GROUP));
  let size = 0;
  let rest = '';
  for (let start = 0; start < text.length; start += PIECE_LENGTH) {
    if (start > 0) await yieldTurns(1);
    const packed = rest + withoutBreaks(text.slice(start, start + PIECE_LENGTH));
    // The last group is decoded at the end, since only it may have padding.
    const whole = packed.slice(0, Math.max(0, packed.length - (packed.length % GROUP) - GROUP));
    if (!DIGITS.test(whole)) return undefined;
    size += bytes.write(whole, size, 'base64');
    rest = packed.slice(whole.length);
  }
  if (rest.length % GROUP !== 0 || !LAST_DIGITS.test(rest)) return undefined;
  size += bytes.write(rest, size, 'base64');
  return bytes.subarray(0, size);
}

function tooLarge(field: string, max: number, scope = ''): SendFault {
  return new ApiError('validation_failed', { field, max, max_bytes: max }, { detail: `${field}: At most ${max} bytes${scope}.` });
}

const labelled = ({ filename, content_id }: GivenAttachment) => ({ filename, contentId: content_id ?? null });

async function decode(given: GivenAttachment, text: string, field: string): Promise<DraftAttachment | SendFault> {
  const content = await decodeBase64(text);
  if (content === undefined) return invalid(`${field}.content`, 'Not base64.');
  if (content.length > limits.attachmentBytes) return tooLarge(`${field}.content`, limits.attachmentBytes);
  return { ...labelled(given), contentType: given.content_type ?? ANY_TYPE, size: content.length, content };
}

function refer(given: GivenAttachment, file: StoredFile | undefined, field: string): DraftAttachment | SendFault {
  if (file === undefined) return new ApiError('validation_failed', { field: `${field}.storage_key` }, { detail: 'attachment not found' });
  const contentType = given.content_type ?? file.contentType ?? ANY_TYPE;
  return { ...labelled(given), contentType, size: file.size, storageKey: file.key };
}

async function readAttachment(given: GivenAttachment, files: NamedFiles, field: string): Promise<DraftAttachment | SendFault> {
  const { content, storage_key: key } = given;
  if (content !== undefined && key === undefined) return decode(given, content, field);
  if (content === undefined && key !== undefined) return refer(given, files.get(key), field);
  return invalid(field, 'Exactly one of content and storage_key is required.');
}

/** Decodes or looks up the attachments of an email. Returns the first fault: bad base64, an unknown storage key, or a size beyond the limits. */
export async function readAttachments(given: readonly GivenAttachment[], files: NamedFiles): Promise<DraftAttachment[] | SendFault> {
  const attachments: DraftAttachment[] = [];
  for (const [index, attachment] of given.entries()) {
    const result = await readAttachment(attachment, files, `attachments[${index}]`);
    if (result instanceof ApiError) return result;
    attachments.push(result);
  }
  const total = attachments.reduce((sum, { size }) => sum + size, 0);
  return total > limits.attachmentsBytes ? tooLarge('attachments', limits.attachmentsBytes, ' together') : attachments;
}
