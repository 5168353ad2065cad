import type { BlobRef } from './blobs.ts';

const MOST_LENGTH = 512;
/** Segments of plain characters that do not begin with a dot: the same name in a folder, in a URL and in a database. */
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

export const isBlobKey = (key: string): boolean => key.length <= MOST_LENGTH && KEY.test(key);

/** Throws for a key that no blob of the tenant can have. */
export function checkRef({ tenantId, key }: BlobRef): void {
  if (!isBlobKey(key) || !key.startsWith(`${tenantId}/`)) throw new Error(`${JSON.stringify(key)} is no blob key of ${tenantId}`);
}
