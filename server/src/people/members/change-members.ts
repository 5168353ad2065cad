import type { Role } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { bumpVersion } from '../../tenants/index.ts';
import { deleteInvitationsOf } from '../links/store.ts';
import type { Membership } from '../person.ts';
import { findOwnRoleAgain, type RoleFault, type TenantAccess } from './find-own-role.ts';
import { deleteMembership, findMember, findMembership, hasOtherOwner, insertMembership, updateRole } from './store.ts';

export interface MemberRef {
  readonly tenantId: string;
  readonly id: string;
}

/** Refuses what would leave a tenant without an owner. The tenant's meter is held, so that no two go at once. */
async function keepOwner(trx: Trx, member: Membership): Promise<ApiError<'last_owner'> | undefined> {
  if (member.role !== 'owner' || (await hasOtherOwner(trx, member))) return undefined;
  return new ApiError('last_owner');
}

/** A member to be changed, and who is to be able to: undefined where they may whatever they are. */
interface MemberChange extends MemberRef {
  readonly access: TenantAccess | undefined;
}

/** Why a member stays as is. */
type MemberFault = RoleFault | ApiError<'unauthorized' | 'last_owner'>;

/**
 * Holds the members of a tenant and returns one of them; refuses whoever may not change them any more. Who asks was looked up before,
 * and may be less by now: of two owners who take each other's role at once, one is too late.
 */
async function lockMembers(app: AppContext, trx: Trx, { access, ...ref }: MemberChange): Promise<Membership | MemberFault> {
  await bumpVersion(trx, ref.tenantId);
  const own = access && (await findOwnRoleAgain(app, trx, access));
  if (own instanceof ApiError) return own;
  return (await findMember(trx, ref)) ?? new ApiError('not_found');
}

/** Changes what a member may do, which no invitation of before changes back. */
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

/** Takes a member out of a tenant, to which no invitation leads back. */
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

/** Looks whether a user may get a role: not the last owner another one. For whoever has bumped the tenant's version. */
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
