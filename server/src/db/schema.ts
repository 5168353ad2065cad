/** Rows as they are stored: times in epoch milliseconds, booleans as 0 and 1, JSON as text. */
export interface Schema {
  tenants: TenantRow;
  tenant_meters: TenantMeterRow;
  api_keys: ApiKeyRow;
  domains: DomainRow;
  templates: TemplateRow;
  template_versions: TemplateVersionRow;
  suppressions: SuppressionRow;
  erasures: ErasureRow;
  messages: MessageRow;
  message_bodies: MessageBodyRow;
  message_tags: MessageTagRow;
  quota_buckets: QuotaBucketRow;
  idempotency_keys: IdempotencyKeyRow;
  delivery_attempts: DeliveryAttemptRow;
  events: EventRow;
  captured_mail: CapturedMailRow;
  blobs: BlobRow;
  blob_chunks: BlobChunkRow;
  jobs: JobRow;
}

export type TableName = keyof Schema;
export type Flag = 0 | 1;

export interface TenantRow {
  id: string;
  name: string;
  plan: string;
  suspended: Flag;
  overrides: string;
  created_at: number;
  deleted_at: number | null;
}

/** One row a tenant: the gate that accepting mail locks. */
export interface TenantMeterRow {
  tenant_id: string;
  /** Raised by every change to keys, suspension, plan, domains or templates. */
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
}

/** Emails accepted in one bucket of a rolling quota. */
export interface QuotaBucketRow {
  tenant_id: string;
  quota_window: string;
  start: number;
  used: number;
}

/** The answer that every request with the key gets. */
export interface IdempotencyKeyRow {
  tenant_id: string;
  /** `single` or `batch`. */
  route: string;
  idempotency_key: string;
  /** SHA-256 of the first request's body. */
  body_hash: string;
  /** JSON. */
  answer: string;
  created_at: number;
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

export interface DomainRow {
  id: string;
  tenant_id: string;
  name: string;
  status: string;
  /** Verified by the operator's word: never looked up. */
  trusted: Flag;
  dkim_selector: string;
  /** PKCS #8 PEM, sealed. */
  dkim_private_key: string;
  /** Base64 of the SubjectPublicKeyInfo. */
  dkim_public_key: string;
  default_from_local_part: string | null;
  open_tracking: Flag;
  click_tracking: Flag;
  inbound: Flag;
  /** JSON: what the last look-up found, by purpose. */
  findings: string;
  failed_checks: number;
  next_check_at: number | null;
  created_at: number;
  verified_at: number | null;
}

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

/** An address that gets no mail. */
export interface SuppressionRow {
  /** Empty: the operator's list, which holds for all tenants. */
  tenant_id: string;
  /** Bare and in lower case. */
  email: string;
  reason: string;
  /** `all` or `marketing`. */
  scope: string;
  source_message_id: string | null;
  test_mode: Flag;
  created_at: number;
}

/** An address that was erased and gets no mail, known only by its keyed hash. */
export interface ErasureRow {
  /** Empty: the operator's list, which holds for all tenants. */
  tenant_id: string;
  address_hash: string;
  created_at: number;
}

export interface MessageRow {
  id: string;
  tenant_id: string;
  /** `created_at` × 1000 plus a place within the millisecond: the order of the log. */
  position: number;
  created_at: number;
  updated_at: number;
  status: string;
  stream: string;
  /** The sender as shown, `a@b.c` or `Name <a@b.c>`. */
  from_address: string;
  domain_id: string;
  subject: string;
  /** JSON array of recipients with their states. */
  recipients: string;
  /** JSON object. */
  tags: string;
  template_alias: string | null;
  template_version: number | null;
  test_mode: Flag;
  track_opens: Flag;
  track_clicks: Flag;
  body_id: string;
  scheduled_at: number | null;
  sent_at: number | null;
  provider_message_id: string | null;
  broadcast_id: string | null;
  automation_id: string | null;
  contact_id: string | null;
  /** When the sweep looks at an open message again. */
  due_at: number | null;
  /** The job that holds the message, and its attempt: the fencing token. */
  claim_job: string | null;
  claim_attempt: number | null;
  /** Machine time after which a claim counts as dead. */
  claim_expires_at: number | null;
  attempts: number;
  first_attempt_at: number | null;
}

export interface MessageBodyRow {
  id: string;
  tenant_id: string;
  html: string | null;
  text: string | null;
  /** JSON object. */
  headers: string;
  /** JSON array of addresses as shown. */
  reply_to: string;
  /** JSON array of attachments with their storage keys. */
  attachments: string;
  created_at: number;
}

export interface MessageTagRow {
  tenant_id: string;
  key: string;
  value: string;
  position: number;
}

export interface DeliveryAttemptRow {
  id: string;
  tenant_id: string;
  message_id: string;
  attempt: number;
  /** Written before DATA: from here on the mail may have left. */
  started_at: number;
  ended_at: number | null;
  /** Null while under way; `accepted`, `deferred`, `refused` or `in_doubt`. */
  outcome: string | null;
  reply: string | null;
}

export interface EventRow {
  id: string;
  tenant_id: string;
  message_id: string | null;
  type: string;
  /** JSON array. */
  recipients: string;
  /** JSON object. */
  data: string;
  provider_message_id: string | null;
  test_mode: Flag;
  created_at: number;
  /** Place in the log of simulated events, for those that are listed there. */
  test_position: number | null;
}

export interface CapturedMailRow {
  id: string;
  tenant_id: string;
  message_id: string;
  mail_from: string;
  /** JSON array. */
  rcpt_to: string;
  subject: string;
  size: number;
  raw: Buffer;
  created_at: number;
}

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

/** Jobs of the queue that lives in this database; where another queue serves, the table stays empty. */
export interface JobRow {
  id: string;
  queue: string;
  priority: number;
  /** JSON. */
  payload: string;
  state: string;
  /** Starts of the job so far. */
  attempt: number;
  /** Starts that may still fail before the job is given up. */
  retries_left: number;
  /** Jobs of one group that may run at once are limited. */
  group_key: string | null;
  /** Machine time. */
  created_at: number;
  /** Machine time: before it the job is not claimed. Of a failed job, when it was given up. */
  run_at: number;
  /** Machine time after which a claim counts as dead. */
  lease_expires_at: number | null;
  last_error: string | null;
}
