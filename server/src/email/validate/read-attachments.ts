import { limits, type SendRequest } from '@posthorn/contract';
import type { StoredFile } from '../../attachments/index.ts';
import { ApiError } from '../../core/api-error.ts';
import { invalid, type SendFault } from './send-fault.ts';

/** An attachment of a draft: as it came in base64, or a file that is in the store already. */
export type DraftAttachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string | null;
  readonly size: number;
} & ({ readonly content: Buffer } | { readonly storageKey: string });

/** The files that a request names by their storage keys, as far as the tenant has them. */
export type NamedFiles = ReadonlyMap<string, StoredFile>;

type GivenAttachment = NonNullable<SendRequest['attachments']>[number];

const ANY_TYPE = 'application/octet-stream';
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function decodeBase64(text: string): Buffer | undefined {
  // First, since a pattern that allows line breaks anywhere would take a time that grows with the square of the length.
  const packed = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, '') : text;
  return packed.length % 4 === 0 && BASE64.test(packed) ? Buffer.from(packed, 'base64') : undefined;
}

function tooLarge(field: string, max: number, scope = ''): SendFault {
  return new ApiError('validation_failed', { field, max_bytes: max }, { detail: `${field}: At most ${max} bytes${scope}.` });
}

const labelled = ({ filename, content_id }: GivenAttachment) => ({ filename, contentId: content_id ?? null });

function decode(given: GivenAttachment, text: string, field: string): DraftAttachment | SendFault {
  const content = decodeBase64(text);
  if (content === undefined) return invalid(`${field}.content`, 'Not base64.');
  if (content.length > limits.attachmentBytes) return tooLarge(`${field}.content`, limits.attachmentBytes);
  return { ...labelled(given), contentType: given.content_type ?? ANY_TYPE, size: content.length, content };
}

function refer(given: GivenAttachment, file: StoredFile | undefined, field: string): DraftAttachment | SendFault {
  if (file === undefined) return new ApiError('validation_failed', { field: `${field}.storage_key` }, { detail: 'attachment not found' });
  const contentType = given.content_type ?? file.contentType ?? ANY_TYPE;
  return { ...labelled(given), contentType, size: file.size, storageKey: file.key };
}

function readAttachment(given: GivenAttachment, files: NamedFiles, field: string): DraftAttachment | SendFault {
  const { content, storage_key: key } = given;
  if (content !== undefined && key === undefined) return decode(given, content, field);
  if (content === undefined && key !== undefined) return refer(given, files.get(key), field);
  return invalid(field, 'Exactly one of content and storage_key is required.');
}

/** Reads the attachments of a request and holds them to their limits. */
export function readAttachments(given: readonly GivenAttachment[], files: NamedFiles): DraftAttachment[] | SendFault {
  const attachments: DraftAttachment[] = [];
  for (const [index, attachment] of given.entries()) {
    const result = readAttachment(attachment, files, `attachments[${index}]`);
    if (result instanceof ApiError) return result;
    attachments.push(result);
  }
  const total = attachments.reduce((sum, { size }) => sum + size, 0);
  return total > limits.attachmentsBytes ? tooLarge('attachments', limits.attachmentsBytes, ' together') : attachments;
}
