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
