import { hash } from 'node:crypto';

/** Returns the SHA-256 of a text in UTF-8, or of bytes, as 64 lower-case hex digits. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content, 'hex');
