import type { Role } from '@posthorn/contract';

/** A person with an account. */
export interface User {
  readonly id: string;
  /** Bare and in lower case. */
  readonly email: string;
  readonly name: string | null;
  readonly passwordHash: string | null;
  readonly isOperator: boolean;
  readonly isSuspended: boolean;
  readonly createdAt: number;
  readonly lastSignedInAt: number | null;
  /** Sealed secret of the authenticator app; null without one. */
  readonly totpSecret: string | null;
  /** The issuer that a person signs in with and its name for them; null before the first such sign-in. */
  readonly issuerSubject: string | null;
}

/** A user's membership in a tenant. */
export interface Membership {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: number;
}

export type SignInMethod = 'password' | 'link' | 'passkey' | 'issuer';

/** A browser that is signed in. */
export interface SignIn {
  readonly id: string;
  readonly userId: string;
  readonly method: SignInMethod;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly provedAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** The purpose of a link; see `docs/decisions/0048-people.md`. */
export type LinkKind = 'invitation' | 'reset' | 'recovery';

/** A link that works once. */
export interface Link {
  readonly id: string;
  readonly kind: LinkKind;
  readonly email: string;
  readonly tenantId: string | null;
  readonly role: Role | null;
  readonly isOperator: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
}
