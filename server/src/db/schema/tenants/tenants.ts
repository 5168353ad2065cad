import type { Flag } from '../flag.ts';

export interface TenantRow {
  id: string;
  name: string;
  plan: string;
  suspended: Flag;
  overrides: string;
  created_at: number;
  deleted_at: number | null;
}

/** One row for each tenant, which admission locks. */
export interface TenantMeterRow {
  tenant_id: string;
  /** Raised by every change to keys, suspension, plan, domains, templates or webhooks. */
  version: number;
  /** The last `created_at` of the message log. */
  last_message_at: number;
  /** The last `created_at` of the log of simulated events. */
  last_test_event_at: number;
  /** JSON array of [time, count]: the admitted requests of the last minute. */
  rate_hits: string;
  /** Emails accepted in the buckets of the day from `day_from` on. */
  day_used: number;
  day_from: number;
  month_used: number;
  month_from: number;
  /** The last `created_at` of the suppression list. */
  last_suppression_at: number;
  /** The last `created_at` of the log of received mail. */
  last_inbound_at: number;
  /** Bytes of bodies, templates and files that the tenant keeps, without the changes that are not added yet. */
  kept_bytes: number;
  /** Bytes of the sources of received mail, likewise. */
  received_bytes: number;
  /** Contacts of the tenant, which its plan caps. */
  contact_count: number;
  /** Prepaid emails left when the row was written; below zero what was sent beyond them. */
  credits_balance: number;
  /** When the first of the packs expires that were valid when the row was written; null where there is none. */
  credits_expire_at: number | null;
}

export interface ApiKeyRow {
  id: string;
  tenant_id: string;
  name: string;
  permission: string;
  domain_id: string | null;
  prefix: string;
  hash: string;
  created_at: number;
  last_used_at: number | null;
}
