import type { Flag } from '../flag.ts';

export interface WebhookRow {
  id: string;
  tenant_id: string;
  url: string;
  /** JSON array of types, or of `*` alone. */
  events: string;
  description: string | null;
  active: Flag;
  /** The signing secret, sealed. */
  secret: string;
  /** The secret before, sealed, which signs as well until `previous_until`. */
  previous_secret: string | null;
  previous_until: number | null;
  /** JSON of those before that one that sign as well, with when each ends, sealed. */
  earlier_secrets: string | null;
  /** When the first of the attempts was made that have failed without a success since; null where the last one succeeded, or there is none. */
  failing_since: number | null;
  failed_attempts: number | null;
  /** JSON of the last of them. */
  last_failure: string | null;
  created_at: number;
  /** A deleted endpoint is a marker until its deliveries are removed. */
  deleted_at: number | null;
}

/** The delivery of one event to one endpoint. The payload is made of the event and its message. */
export interface WebhookDeliveryRow {
  id: string;
  tenant_id: string;
  webhook_id: string;
  event_id: string;
  type: string;
  message_id: string | null;
  /** 1 for a made-up event, which has no row of its own. */
  sample: Flag;
  replay_of: string | null;
  status: string;
  /** JSON array. */
  attempts: string;
  attempt_count: number;
  created_at: number;
  /** When the next attempt is due; null once there is none. */
  next_attempt_at: number | null;
  /** When the sweep takes it up; later than `next_attempt_at` once a job is made for that attempt. */
  due_at: number | null;
  /** The job that holds it, and which start of that job: the fencing token. */
  claim_job: string | null;
  claim_attempt: number | null;
  /** Machine time after which a claim counts as dead. */
  claim_expires_at: number | null;
}
