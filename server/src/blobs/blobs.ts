import type { StorageKind } from '../storage/store.ts';

/** Names a blob: the tenant whose it is, and a key of the form `{tenantId}/…`. */
export interface BlobRef {
  readonly tenantId: string;
  readonly key: string;
}

const MOST_LENGTH = 512;
/** Segments of plain characters that do not begin with a dot: the same name in a folder, in a URL and in a database. */
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

/** Returns whether a text has the form of a key. */
export const isBlobKey = (key: string): boolean => key.length <= MOST_LENGTH && KEY.test(key);

/** Returns what a blob counts as: `{tenantId}/inb_…` is the source of a mail. The same in SQL: `storage/recount-store.ts`. */
export const storageKindOf = ({ tenantId, key }: BlobRef): StorageKind => (key.startsWith(`${tenantId}/inb_`) ? 'received' : 'kept');

/** Throws for a key that no blob of the tenant can have. */
export function checkRef({ tenantId, key }: BlobRef): void {
  if (!isBlobKey(key) || !key.startsWith(`${tenantId}/`)) throw new Error(`${JSON.stringify(key)} is no blob key of ${tenantId}`);
}

/** Bytes, at once or as they arrive. */
export type BlobContent = Uint8Array | AsyncIterable<Uint8Array>;

export interface NewBlob extends BlobRef {
  readonly content: BlobContent;
  /** Media type, for blobs that are files of somebody. */
  readonly contentType?: string;
  /** When it is no longer needed, epoch ms; by default it is kept until it is deleted. */
  readonly expiresAt?: number;
}

export interface OpenBlob {
  /** Bytes of the whole blob. */
  readonly size: number;
  readonly contentType: string | null;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Bytes that are too large for a row: attachments, imports, exports, raw mail. */
export interface Blobs {
  /**
   * Stores bytes under a key, in place of what was there, and returns how many. They are whole and durable
   * once this resolves; what breaks off leaves nothing that could be read.
   */
  put(blob: NewBlob): Promise<number>;
  /** Returns a blob from a byte offset on, 0 by default; undefined if it was deleted or has expired. */
  open(ref: BlobRef, from?: number): Promise<OpenBlob | undefined>;
  /** Returns the whole blob; undefined if it was deleted or has expired. */
  read(ref: BlobRef): Promise<Buffer | undefined>;
  /** Removes blobs; those that are not there are passed over. */
  delete(refs: readonly BlobRef[]): Promise<void>;
}

/** The upkeep of all tenants' blobs, for the background. */
export interface BlobUpkeep {
  /** Removes blobs whose time is over and what broken-off writes left, at most `limit`; returns how many. */
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
  /** Returns whether the store leaves requests unanswered, and is asked for one thing at a time; absent for a store on this machine. */
  isUnresponsive?(): boolean;
  /** Removes the bytes of keys and what broken-off writes to them left; those that are not there are passed over. */
  remove(keys: readonly string[]): Promise<void>;
}
