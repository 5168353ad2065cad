/** Bytes that are too large for a row: attachments, raw mail, exports. */
export interface Blobs {
  /** Stores bytes under a new key; the blob is there once this resolves. */
  put(blob: { tenantId: string; key: string; bytes: Buffer }): Promise<void>;
  /** The whole blob, undefined when it is gone. */
  read(key: string): Promise<Buffer | undefined>;
}
