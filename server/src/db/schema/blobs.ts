export interface BlobRow {
  key: string;
  tenant_id: string;
  size: number;
  created_at: number;
  /** Null while its bytes are being written or removed. */
  stored_at: number | null;
  /** Media type of a file, null for what is none. */
  content_type: string | null;
  /** When it may be removed; null: not by itself. */
  expires_at: number | null;
  /** Message bodies that have it as an attachment. */
  uses: number;
}

export interface BlobChunkRow {
  blob_key: string;
  seq: number;
  bytes: Buffer;
}
