import type { Flag } from '../flag.ts';

export interface UserRow {
  id: string;
  /** Bare and in lower case. */
  email: string;
  name: string | null;
  /** Argon2id, in PHC's form. */
  password_hash: string | null;
  operator: Flag;
  suspended: Flag;
  created_at: number;
  last_signed_in_at: number | null;
  /** Sealed secret of the authenticator app; null without one. */
  totp_secret: string | null;
  /** One that was shown and not confirmed yet. */
  totp_pending: string | null;
  /** The last step of 30 s whose code was taken: none is taken twice. */
  totp_step: number;
  /** The issuer that it signs in by, a space, and its name for the person. */
  issuer_subject: string | null;
}

/** A code that works once; the row goes when it is used. */
export interface RecoveryCodeRow {
  /** SHA-256. */
  hash: string;
  user_id: string;
}

export interface PasskeyRow {
  id: string;
  user_id: string;
  /** As the authenticator names it, in base64url. */
  credential_id: string;
  name: string;
  /** COSE, in base64url. */
  public_key: string;
  counter: number;
  /** JSON array. */
  transports: string;
  created_at: number;
  last_used_at: number | null;
}

/** What a device has signed; until it expires, so that no answer counts twice. */
export interface PasskeyChallengeRow {
  challenge: string;
  /** Who answered. */
  user_id: string | null;
  expires_at: number;
}

export interface MembershipRow {
  id: string;
  tenant_id: string;
  user_id: string;
  role: string;
  created_at: number;
}

/** A link that works once; the row goes when it is used. */
export interface InvitationRow {
  id: string;
  kind: string;
  email: string;
  tenant_id: string | null;
  role: string | null;
  operator: Flag;
  /** SHA-256 of the token. */
  hash: string;
  created_at: number;
  expires_at: number;
}

export interface SignInRow {
  id: string;
  user_id: string;
  /** SHA-256 of what the cookie holds. */
  hash: string;
  method: string;
  ip: string | null;
  user_agent: string | null;
  created_at: number;
  /** When it was last proved who the person is. */
  proved_at: number;
  /** Accurate to five minutes. */
  last_seen_at: number;
  expires_at: number;
}

/** How often something was tried in a window of time. */
export interface TryRow {
  key: string;
  tries: number;
  resets_at: number;
}

/** What a person changed. `status`: null until it is done. */
export interface AuditEntryRow {
  id: string;
  tenant_id: string | null;
  user_id: string;
  email: string;
  operation: string;
  object: string | null;
  status: number | null;
  ip: string | null;
  request_id: string;
  created_at: number;
}
