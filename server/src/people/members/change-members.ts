import type { Role } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { bumpVersion } from '../../meters/version-store.ts';
import { deleteInvitationsOf } from '../links/store.ts';
import type { Membership } from '../person.ts';
import { findOwnRoleAgain, type RoleFault, type TenantAccess } from './find-own-role.ts';
import { deleteMembership, findMember, findMembership, hasOtherOwner, insertMembership, updateRole } from './store.ts';

export interface MemberRef {
  readonly tenantId: string;
  readonly id: string;
}

/**
 * Refuses a change that would leave a tenant without an owner. The caller holds the tenant's meter, so that two owners cannot leave at
 * once.
 */
async function keepOwner(trx: Trx, member: Membership): Promise<ApiError<'last_owner'> | undefined> {
  if (member.role !== 'owner' || (await hasOtherOwner(trx, member))) return undefined;
  return new ApiError('last_owner');
}

/** A member to change, and the access of the caller; undefined for a caller who may always do so. */
interface MemberChange extends MemberRef {
  readonly access: TenantAccess | undefined;
}

/** Why a member is not changed. */
type MemberFault = RoleFault | ApiError<'unauthorized' | 'last_owner'>;

/**
 * Locks the members of a tenant and returns one of them; refuses a caller who may no longer change them. The caller was looked up earlier
 * and may have lost the role since: of two owners who demote each other at once, one is too late.
 */
async function lockMembers(app: AppContext, trx: Trx, { access, ...ref }: MemberChange): Promise<Membership | MemberFault> {
  await bumpVersion(trx, ref.tenantId);
  const own = access && (await findOwnRoleAgain(app, trx, access));
  if (own instanceof ApiError) return own;
  return (await findMember(trx, ref)) ?? new ApiError('not_found');
}

/** Changes a member's role; removes invitations that would change it back. */
export function updateMember(app: AppContext, change: MemberChange, role: Role): Promise<Membership | MemberFault> {
  return app.db.transact(async (trx) => {
    const member = await lockMembers(app, trx, change);
    if (member instanceof ApiError) return member;
    const refusal = role === 'owner' ? undefined : await keepOwner(trx, member);
    if (refusal !== undefined) return refusal;
    await deleteInvitationsOf(trx, member);
    await updateRole(trx, member.id, role);
    return { ...member, role };
  });
}

/** Removes a member from a tenant, with invitations that would lead back to it. */
export function removeMember(app: AppContext, change: MemberChange): Promise<Membership | MemberFault> {
  return app.db.transact(async (trx) => {
    const member = await lockMembers(app, trx, change);
    if (member instanceof ApiError) return member;
    const refusal = await keepOwner(trx, member);
    if (refusal !== undefined) return refusal;
    await deleteInvitationsOf(trx, member);
    await deleteMembership(trx, member.id);
    return member;
  });
}

export interface NewMember {
  readonly tenantId: string;
  readonly userId: string;
  readonly role: Role;
}

/** Returns why a user may not get a role: the last owner must stay an owner. The caller has bumped the tenant's version. */
export async function findJoinFault(trx: Trx, { tenantId, userId, role }: NewMember): Promise<ApiError<'last_owner'> | undefined> {
  const known = await findMembership(trx, { tenantId, userId });
  return known === undefined || role === 'owner' ? undefined : keepOwner(trx, known);
}

/** Makes a user a member, or gives the member another role. */
export async function joinTenant({ clock, newId }: AppContext, trx: Trx, { tenantId, userId, role }: NewMember): Promise<void> {
  const known = await findMembership(trx, { tenantId, userId });
  const now = clock.now();
  if (known === undefined) await insertMembership(trx, { id: newId('mem', now), tenantId, userId, role, createdAt: now });
  else await updateRole(trx, known.id, role);
}
