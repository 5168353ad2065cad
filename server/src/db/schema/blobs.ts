export interface BlobRow {
  key: string;
  tenant_id: string;
  size: number;
  created_at: number;
  /** Null while its chunks are being written, and for ever if that broke off. */
  stored_at: number | null;
}

export interface BlobChunkRow {
  blob_key: string;
  seq: number;
  bytes: Buffer;
}
