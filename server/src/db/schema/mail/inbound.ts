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
  /** JSON array of the addresses in the header. */
  to_addrs: string;
  /** JSON array of the addresses in the headers that name somebody, but for To; null where a release wrote it that did not keep them. */
  other_addrs: string | null;
  subject: string;
  message_id_header: string | null;
  in_reply_to: string | null;
  size: number;
  /** `pass`, `fail` or `none`, as are the next two. */
  spf: string;
  dkim: string;
  dmarc: string;
  /** JSON array of attachments, without their bytes. */
  attachments: string;
  /** The bytes as they came; null once they were erased. */
  blob_key: string | null;
  /** Why it is not read; null where it is. */
  unreadable: string | null;
  created_at: number;
}

/** A mail that was taken and is still to be read, or that nobody can read. */
export interface InboundSpoolRow {
  id: string;
  /** Empty: the null sender of reports. */
  envelope_from: string;
  /** IP address of the client that handed it in over SMTP; null, as is the next one, where none did. */
  client_ip: string | null;
  helo: string | null;
  /** JSON: where it goes. */
  destinations: string;
  size: number;
  /** Names the blob that is its source, with the next one. */
  blob_owner: string;
  blob_key: string;
  received_at: number;
  /** How often reading it was begun by those who found it left. */
  attempts: number;
  /** When others may read it; null where it cannot be read. */
  due_at: number | null;
  /** Why it cannot be read. */
  unreadable: string | null;
}

/** A mail to the postmaster. */
export interface PostmasterMailRow {
  id: string;
  /** Empty: the null sender of reports. */
  envelope_from: string;
  rcpt_addr: string;
  /** IP address of the client that handed it in over SMTP; null where none did. */
  client_ip: string | null;
  /** Sender by the header; null where it has none or cannot be read. */
  from_addr: string | null;
  subject: string;
  /** Bytes of the whole mail, of which less may be kept. */
  size: number;
  blob_key: string;
  created_at: number;
}
