import type { Attachment } from 'postal-mime';

/** Maximum length of a file name in characters. */
export const MOST_NAME = 255;

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Returns the media type of an attachment, if it declares a valid one. */
export const mediaTypeOf = ({ mimeType }: Attachment): string => (MEDIA_TYPE.test(mimeType) ? mimeType : 'application/octet-stream');

/** Returns the content of an attachment without copying it. */
export function contentOf({ content }: Attachment): Buffer {
  // Safe because the parser was not told to decode text.
  const bytes = content as ArrayBuffer | Uint8Array;
  return bytes instanceof ArrayBuffer ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
