import type { Flag } from '../flag.ts';

/** An address that gets no mail. */
export interface SuppressionRow {
  /** Empty: the operator's list, which holds for all tenants. */
  tenant_id: string;
  /** Bare and in lower case. */
  email: string;
  reason: string;
  /** `all` or `marketing`. */
  scope: string;
  source_message_id: string | null;
  test_mode: Flag;
  created_at: number;
}

/** An address that was erased and gets no mail, known only by its keyed hash. */
export interface ErasureRow {
  /** Empty: the operator's list, which holds for all tenants. */
  tenant_id: string;
  address_hash: string;
  created_at: number;
}
