/** A mail that was received for a tenant. */
export interface InboundMailRow {
  id: string;
  tenant_id: string;
  /** The announcement of its arrival. */
  event_id: string;
  /** Empty: the null sender of reports. */
  envelope_from: string;
  /** JSON array: the recipients of the envelope that are the tenant's, in order. */
  rcpt_addrs: string;
  from_addr: string;
  from_name: string | null;
  /** JSON array, of the header. */
  to_addrs: string;
  subject: string;
  message_id_header: string | null;
  in_reply_to: string | null;
  size: number;
  /** `pass`, `fail` or `none`, as are the next two. */
  spf: string;
  dkim: string;
  dmarc: string;
  /** JSON array, without the bytes. */
  attachments: string;
  /** The bytes as they came; null once they were erased. */
  blob_key: string | null;
  created_at: number;
}
