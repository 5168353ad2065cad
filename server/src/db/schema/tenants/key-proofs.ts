/** One row: what the database knows of its SECRET_KEY. */
export interface KeyProofRow {
  id: number;
  /** A word that the key has sealed. */
  proof: string;
  /** 32 bytes in base64, sealed. */
  erasure_key: string;
}
