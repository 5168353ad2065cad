/** A recipient of a message, without its address: rows are added once the message is in the log, and go with an erasure. */
export interface MessageRecipientRow {
  tenant_id: string;
  /** The beginning of the keyed hash. */
  address_hash: string;
  /** Of the message, in the tenant's log. */
  position: number;
}
