/** Emails accepted in one bucket of a rolling quota. */
export interface QuotaBucketRow {
  tenant_id: string;
  quota_window: string;
  start: number;
  used: number;
}
