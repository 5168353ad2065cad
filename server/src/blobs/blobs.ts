import type { StorageKind } from '../storage/store.ts';

/** Identifies a blob: its tenant, and a key of the form `{tenantId}/…`. */
export interface BlobRef {
  readonly tenantId: string;
  readonly key: string;
}

const MOST_LENGTH = 512;
/** Segments of plain characters that do not begin with a dot: valid as a name in a folder, in a URL and in a database. */
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

/** Returns whether a text has the form of a key. */
export const isBlobKey = (key: string): boolean => key.length <= MOST_LENGTH && KEY.test(key);

/**
 * Returns the kind of storage that a blob counts as: `{tenantId}/inb_…` is the source of a mail. `storage/recount-store.ts` does the same
 * in SQL.
 */
export const storageKindOf = ({ tenantId, key }: BlobRef): StorageKind => (key.startsWith(`${tenantId}/inb_`) ? 'received' : 'kept');

/** Throws for a key that no blob of the tenant can have. */
export function checkRef({ tenantId, key }: BlobRef): void {
  if (!isBlobKey(key) || !key.startsWith(`${tenantId}/`)) throw new Error(`${JSON.stringify(key)} is no blob key of ${tenantId}`);
}

/** Bytes, at once or as they arrive. */
export type BlobContent = Uint8Array | AsyncIterable<Uint8Array>;

export interface NewBlob extends BlobRef {
  readonly content: BlobContent;
  /** Media type, for blobs that are somebody's files. */
  readonly contentType?: string;
  /** When it is no longer needed, epoch ms; by default it is kept until it is deleted. */
  readonly expiresAt?: number;
}

export interface OpenBlob {
  /** Size of the whole blob in bytes. */
  readonly size: number;
  readonly contentType: string | null;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Bytes that are too large for a row: attachments, imports, exports, raw mail. */
export interface Blobs {
  /**
   * Stores bytes under a key, replacing what was there, and returns how many. They are complete and durable once this resolves; an
   * interrupted write leaves nothing readable.
   */
  put(blob: NewBlob): Promise<number>;
  /** Returns a blob from a byte offset on, 0 by default; undefined if it was deleted or has expired. */
  open(ref: BlobRef, from?: number): Promise<OpenBlob | undefined>;
  /** Returns the whole blob; undefined if it was deleted or has expired. */
  read(ref: BlobRef): Promise<Buffer | undefined>;
  /** Removes blobs; missing ones are skipped. */
  delete(refs: readonly BlobRef[]): Promise<void>;
}

/** The maintenance of all tenants' blobs, for the background. */
export interface BlobUpkeep {
  /** Removes expired blobs and the remains of interrupted writes, at most `limit`; returns how many. */
  removeExpired(limit: number): Promise<number>;
  /** Removes blobs of tenants, at most `limit`; returns how many. */
  removeOf(tenantIds: readonly string[], limit: number): Promise<number>;
}

/** Where the bytes are stored. The register knows which blobs are complete. */
export interface ByteStore {
  /** Writes all bytes under a key; they are durable once this resolves. */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Returns the bytes from an offset to the end; undefined if they do not exist. Never called for an empty blob. */
  read(key: string, from: number): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Returns whether the store leaves requests unanswered and therefore gets only one at a time; absent for a store on this machine. */
  isUnresponsive?(): boolean;
  /** Removes the bytes of keys and the remains of interrupted writes to them; missing ones are skipped. */
  remove(keys: readonly string[]): Promise<void>;
}
