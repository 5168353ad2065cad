export interface SegmentRow {
  id: string;
  tenant_id: string;
  name: string;
  /** JSON object, as submitted. */
  filter: string;
  created_at: number;
  updated_at: number;
}
