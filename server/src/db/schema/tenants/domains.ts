import type { Flag } from '../flag.ts';

export interface DomainRow {
  id: string;
  tenant_id: string;
  name: string;
  status: string;
  /** Verified by the operator's word: never looked up. */
  trusted: Flag;
  dkim_selector: string;
  /** PKCS #8 PEM, sealed. */
  dkim_private_key: string;
  /** Base64 of the SubjectPublicKeyInfo. */
  dkim_public_key: string;
  default_from_local_part: string | null;
  open_tracking: Flag;
  click_tracking: Flag;
  inbound: Flag;
  /** JSON: what the last look-up found, by purpose. */
  findings: string;
  failed_checks: number;
  next_check_at: number | null;
  created_at: number;
  verified_at: number | null;
}
