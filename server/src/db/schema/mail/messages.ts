import type { Flag } from '../flag.ts';

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
  /** What its acceptance took: 0 nothing, 1 a unit of the quota, 2 a prepaid email as well; null for mail of broadcasts, which takes nothing, and for that of the release before. */
  charge: number | null;
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
  /** Bytes that it was counted with when it was stored; null for one from before bodies were counted. */
  bytes: number | null;
  /** The one message that has this body; null where several share it. */
  message_id: string | null;
  /** From when its retention time counts, as far as is known; null for a shared one until all its messages are closed. */
  ages_from: number | null;
}

/** A body that was stored before the transaction that accepts its message; gone once that is committed. */
export interface StagedBodyRow {
  /** Id of the body. */
  id: string;
  tenant_id: string;
  /** From then on it is accepted no more, and removed. */
  expires_at: number;
}

export interface MessageTagRow {
  tenant_id: string;
  key: string;
  value: string;
  position: number;
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
