import { limits, type SendRequest } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { invalid, type SendFault } from './send-fault.ts';

/** An attachment that came in base64 with its request. */
export interface InlineAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string | null;
  readonly content: Buffer;
}

type GivenAttachment = NonNullable<SendRequest['attachments']>[number];

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function decodeBase64(text: string): Buffer | undefined {
  // First, since a pattern that allows line breaks anywhere would take a time that grows with the square of the length.
  const packed = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, '') : text;
  return packed.length % 4 === 0 && BASE64.test(packed) ? Buffer.from(packed, 'base64') : undefined;
}

function decode(given: GivenAttachment, field: string): InlineAttachment | SendFault {
  const content = decodeBase64(given.content);
  if (content === undefined) return invalid(`${field}.content`, 'Not base64.');
  if (content.length > limits.attachmentBytes) {
    const fields = { field: `${field}.content`, max_bytes: limits.attachmentBytes };
    return new ApiError('validation_failed', fields, { detail: `${field}.content: At most ${limits.attachmentBytes} bytes.` });
  }
  return {
    filename: given.filename,
    contentType: given.content_type ?? 'application/octet-stream',
    contentId: given.content_id ?? null,
    content,
  };
}

/** Decodes the attachments of a request and holds them to their limits. */
export function decodeAttachments(given: readonly GivenAttachment[]): InlineAttachment[] | SendFault {
  const decoded: InlineAttachment[] = [];
  let total = 0;
  for (const [index, attachment] of given.entries()) {
    const result = decode(attachment, `attachments[${index}]`);
    if (result instanceof ApiError) return result;
    total += result.content.length;
    decoded.push(result);
  }
  if (total <= limits.attachmentsBytes) return decoded;
  const fields = { field: 'attachments', max_bytes: limits.attachmentsBytes };
  return new ApiError('validation_failed', fields, { detail: `attachments: At most ${limits.attachmentsBytes} bytes together.` });
}
