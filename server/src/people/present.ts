import type * as wire from '@posthorn/contract';
import type { SignedInCaller } from '../core/request/caller.ts';
import type { AuditEntry } from './audit/store.ts';
import type { Invitation } from './links/invite.ts';
import type { OwnMembership } from './members/store.ts';
import type { Passkey } from './passkeys/store.ts';
import type { Link, Membership, SignIn, User } from './person.ts';

export interface SignedInUser {
  readonly user: User;
  readonly memberships: readonly OwnMembership[];
  readonly recoveryCodes: number;
  readonly caller: Pick<SignedInCaller, 'provedAt'> & { readonly person: { readonly signInId: string } };
}

export const presentMe = ({ user, memberships, recoveryCodes, caller }: SignedInUser): wire.Me => ({
  id: user.id,
  email: user.email,
  name: user.name,
  operator: user.isOperator,
  has_authenticator: user.totpSecret !== null,
  recovery_codes_left: recoveryCodes,
  has_password: user.passwordHash !== null,
  memberships: memberships.map(({ tenantId, tenantName, role, isSuspended }) => ({
    tenant_id: tenantId,
    tenant_name: tenantName,
    role,
    suspended: isSuspended,
  })),
  sign_in_id: caller.person.signInId,
  proved_at: caller.provedAt,
});

export const presentSignIn = (signIn: SignIn, currentId: string): wire.SignInRecord => ({
  id: signIn.id,
  method: signIn.method,
  ip: signIn.ip,
  user_agent: signIn.userAgent,
  created_at: signIn.createdAt,
  last_seen_at: signIn.lastSeenAt,
  expires_at: signIn.expiresAt,
  current: signIn.id === currentId,
});

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: Passkey): wire.Passkey => ({
  id,
  name,
  created_at: createdAt,
  last_used_at: lastUsedAt,
});

/** A member whose account is being deleted at this moment has no name. */
export const presentMember = ({ id, userId, role, createdAt }: Membership, user: User | undefined): wire.Member => ({
  id,
  user_id: userId,
  email: user?.email ?? '',
  name: user?.name ?? null,
  role,
  suspended: user?.isSuspended ?? true,
  last_signed_in_at: user?.lastSignedInAt ?? null,
  created_at: createdAt,
});

export const presentInvitation = ({ id, email, role, createdAt, expiresAt }: Link): wire.Invitation => ({
  id,
  email,
  role,
  created_at: createdAt,
  expires_at: expiresAt,
});

export const presentInvited = ({ link, kind, url, mailed }: Invitation): wire.MadeInvitation => ({
  ...presentInvitation(link),
  kind,
  link: url,
  mailed,
});

export const presentPerson = (user: User): wire.Person => ({
  id: user.id,
  email: user.email,
  name: user.name,
  operator: user.isOperator,
  suspended: user.isSuspended,
  last_signed_in_at: user.lastSignedInAt,
  created_at: user.createdAt,
});

export const presentAuditEntry = (entry: AuditEntry): wire.AuditEntry => ({
  id: entry.id,
  user_id: entry.userId,
  email: entry.email,
  tenant_id: entry.tenantId,
  operation: entry.operation,
  object: entry.object,
  status: entry.status,
  ip: entry.ip,
  request_id: entry.requestId,
  created_at: entry.createdAt,
});
