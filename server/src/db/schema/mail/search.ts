/** A recipient of a message, without its address: rows are added once the message is in the log, and go with an erasure. */
export interface MessageRecipientRow {
  tenant_id: string;
  /** The beginning of the address's keyed hash. */
  address_hash: string;
  /** Position of the message in the tenant's log. */
  position: number;
}
