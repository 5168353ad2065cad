export interface TemplateRow {
  id: string;
  tenant_id: string;
  alias: string;
  name: string | null;
  active_version: number | null;
  /** The highest number given to a version; 0 before the first. */
  last_version: number;
  created_at: number;
  updated_at: number;
}

/** Never changed once written. */
export interface TemplateVersionRow {
  id: string;
  tenant_id: string;
  template_id: string;
  version: number;
  subject: string | null;
  html: string | null;
  text: string | null;
  created_at: number;
}
