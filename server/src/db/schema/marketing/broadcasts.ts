import type { Flag } from '../flag.ts';

export interface BroadcastRow {
  id: string;
  /** Empty once it is deleted and mail of it is still to be cancelled. */
  tenant_id: string;
  name: string;
  subject: string;
  from_domain_id: string | null;
  from_address: string | null;
  reply_to: string | null;
  preview_text: string | null;
  body_html: string | null;
  body_text: string | null;
  target_kind: string | null;
  target_id: string | null;
  status: string;
  scheduled_at: number | null;
  last_error: string | null;
  created_at: number;
  updated_at: number;
  sent_at: number | null;
  /** Contacts created after it are not included; null until it is being sent, as are the next three. */
  started_at: number | null;
  /** The sender as shown. */
  sender: string | null;
  sender_domain_id: string | null;
  /** What its messages say. */
  body_id: string | null;
}

/** How far a broadcast has come: one row each, apart from its content, since it changes with every batch of outcomes. */
export interface BroadcastLedgerRow {
  broadcast_id: string;
  tenant_id: string;
  /** Contacts of the target when it was sent. */
  total_recipients: number;
  queued: number;
  sent: number;
  failed: number;
  suppressed: number;
  skipped: number;
  /** Messages that fan-out made, whatever became of them. */
  sent_count: number;
  /** Contacts that fan-out made no message for. */
  skipped_count: number;
  /** The target was walked to its end. */
  walked: Flag;
  /** The last contact that was looked at. */
  cursor_at: number;
  cursor_id: string;
  /** Jobs made so far: the more, the less urgent the next. */
  slices: number;
  /** Jobs are to be made anew for messages to contacts after this one; null where they are not. */
  issue_after: string | null;
  /** Whether mail that was tried keeps its times while jobs are made anew: another broadcast was resumed, not this one. */
  keeps_retries: Flag;
}

/** A contact that got no message. */
export interface BroadcastSkipRow {
  broadcast_id: string;
  contact_id: string;
  tenant_id: string;
  /** `suppressed` or `skipped`. */
  status: string;
  reason: string;
  created_at: number;
}

/**
 * Until when a tenant's broadcast mail is scheduled, if its rate is limited. Each time is stored in epoch microseconds (`…_us`) and,
 * rounded up to milliseconds, where the previous release looks for it; if the two differ, that release wrote last.
 */
export interface BroadcastPaceRow {
  tenant_id: string;
  /** Up to when turns are taken. */
  next_at: number;
  next_us: number;
  /** Up to when the turns reach that mail was handed over in, whenever it had its own. */
  handed_until: number;
  handed_us: number;
  /** Up to when retries have turns that there was no room for when they came due. */
  retries_until: number;
  retries_us: number;
}
