/** Bytes that came, or went where negative, and that the figure of the tenant's meter lacks yet. */
export interface StorageChangeRow {
  tenant_id: string;
  /** `kept` or `received`. */
  kind: string;
  bytes: number;
}
