import type { Attachment } from 'postal-mime';

/** Characters that the name of a file may have. */
export const MOST_NAME = 255;

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Returns the type of an attachment, where what it says is one. */
export const mediaTypeOf = ({ mimeType }: Attachment): string => (MEDIA_TYPE.test(mimeType) ? mimeType : 'application/octet-stream');

/** Returns what an attachment holds, without a copy. */
export function contentOf({ content }: Attachment): Buffer {
  // Safe because the parser was not told to decode text.
  const bytes = content as ArrayBuffer | Uint8Array;
  return bytes instanceof ArrayBuffer ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
