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
  /** When it began, where it is in doubt; null for any other. */
  in_doubt_since: number | null;
  reply: string | null;
  /** The place among the message's recipients of the only one that it is for; null where it is for all that are open. */
  recipient: number | null;
  /** The provider's id of a mail for one recipient alone. */
  provider_message_id: string | null;
}

export interface CapturedMailRow {
  id: string;
  tenant_id: string;
  message_id: string;
  mail_from: string;
  /** Null for mail of a release that did not keep it. */
  header_from: string | null;
  /** JSON array. */
  rcpt_to: string;
  subject: string;
  size: number;
  raw: Buffer;
  created_at: number;
}
