import type { Flag } from '../flag.ts';

/** The tenant and the hour that are counted. */
interface StatPlaceRow {
  tenant_id: string;
  /** Beginning of the hour, epoch milliseconds. */
  hour: number;
  domain_id: string;
  stream: string;
  test_mode: Flag;
}

/** Something that was counted and that no hour has yet. */
export interface StatDeltaRow extends StatPlaceRow {
  id: string;
  /** Empty for mail of no broadcast. */
  broadcast_id: string;
  /** A column of `stat_hours`. */
  measure: string;
  count: number;
}

/** What was counted in an hour: emails `accepted`, of the others recipients. */
export interface StatHourRow extends StatPlaceRow {
  /** Empty in the rows of all mail, that of broadcasts included; broadcasts have rows of their own beside them. */
  broadcast_id: string;
  accepted: number;
  sent: number;
  delivered: number;
  delayed: number;
  bounced_hard: number;
  bounced_soft: number;
  bounced_policy: number;
  complained: number;
  opened: number;
  clicked: number;
  failed: number;
  suppressed: number;
}

/** How far the logs of a tenant were counted. The row without a tenant is locked by whoever writes hours. */
export interface StatCursorRow {
  tenant_id: string;
  /** Position in the log of messages up to which accepted emails are counted. */
  followed: number;
  /** For mail from before statistics were kept: positions below it are still to be counted; null when none are. */
  past_mail: number | null;
  /** For events from before statistics were kept: those with lower ids are still to be counted; null when none are. */
  past_events: string | null;
}
