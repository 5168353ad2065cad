import { hash } from 'node:crypto';

/** Lower-case hex. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content, 'hex');
