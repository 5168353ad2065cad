export interface ContactRow {
  id: string;
  tenant_id: string;
  /** Trimmed and in lower case; unique within the tenant. */
  email: string;
  /** `subscribed`, `unsubscribed` or `cleaned`. */
  status: string;
  /** JSON object. */
  attributes: string;
  created_at: number;
  updated_at: number;
}

export interface AudienceRow {
  id: string;
  tenant_id: string;
  name: string;
  description: string;
  /** Contacts in it. */
  member_count: number;
  /** Contacts in it that are `subscribed`. */
  subscribed_count: number;
  created_at: number;
  updated_at: number;
}

export interface AudienceMemberRow {
  audience_id: string;
  contact_id: string;
  tenant_id: string;
  /** The contact's `created_at`, which never changes: the order of the list. */
  contact_created_at: number;
  created_at: number;
}

export interface ContactImportRow {
  id: string;
  tenant_id: string;
  /** `pending`, `processing`, `done` or `failed`. */
  status: string;
  file_name: string;
  blob_key: string;
  /** JSON array of column names; null before the file was looked through. */
  header: string | null;
  /** Null: a comma. */
  delimiter: string | null;
  /** Where in the file the first row that is not handled yet begins. */
  next_byte: number;
  /** Null before the file was looked through. */
  total_rows: number | null;
  processed_rows: number;
  created_rows: number;
  updated_rows: number;
  failed_rows: number;
  /** JSON array of the first rows that failed. */
  errors: string;
  error: string | null;
  /** Null: none. The audience may be deleted by now. */
  audience_id: string | null;
  /** `subscribed`, `unsubscribed` or `cleaned`, as the upload named it; null: none. */
  contact_status: string | null;
  created_at: number;
  started_at: number | null;
  completed_at: number | null;
}

export interface ContactImportFailureRow {
  import_id: string;
  /** Number of the first row in `lines`. */
  first_row: number;
  tenant_id: string;
  /** CSV without a header: the number of the row, the code of its fault, and its cells. */
  lines: string;
  expires_at: number;
}

export interface ContactExportRow {
  id: string;
  tenant_id: string;
  /** `pending`, `processing`, `done`, `failed` or `expired`. */
  status: string;
  /** Null until the file is whole. */
  blob_key: string | null;
  row_count: number | null;
  error: string | null;
  /** Whoever writes the file; a later claim takes its place. */
  claim: string | null;
  /** Machine time after which a claim counts as dead. */
  claim_expires_at: number | null;
  created_at: number;
  completed_at: number | null;
  expires_at: number | null;
}
