export interface AutomationRow {
  id: string;
  /** Empty while it is being deleted. */
  tenant_id: string;
  name: string;
  description: string | null;
  /** `contact_created` or `audience_added`. */
  trigger_kind: string;
  /** JSON object. */
  trigger_config: string;
  /** JSON array: as submitted, with ids for steps that had none. */
  steps: string;
  from_domain_id: string | null;
  from_address: string | null;
  reply_to: string | null;
  /** `draft`, `active`, `paused` or `archived`. */
  status: string;
  active_count: number;
  completed_count: number;
  cancelled_count: number;
  failed_count: number;
  created_at: number;
  updated_at: number;
  activated_at: number | null;
  archived_at: number | null;
}

export interface EnrollmentRow {
  id: string;
  tenant_id: string;
  automation_id: string;
  contact_id: string;
  /** `active`, `completed`, `cancelled` or `failed`. */
  status: string;
  /** `trigger` or `manual`. */
  source: string;
  current_step: string | null;
  /** When the sweep takes it up; null where it has ended, and only there. */
  next_run_at: number | null;
  /** End of the wait that the current step has begun. */
  waits_until: number | null;
  /** Type of the event that the wait may end by. */
  waits_for: string | null;
  exit_reason: string | null;
  error: string | null;
  /** Failed tries of the current step. */
  tries: number;
  created_at: number;
  updated_at: number;
  completed_at: number | null;
}

/** The one mail that a step sends to an enrolled contact. */
export interface AutomationMailRow {
  enrollment_id: string;
  step: string;
  tenant_id: string;
  message_id: string;
}
