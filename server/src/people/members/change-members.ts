import type { Role } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { bumpVersion } from '../../tenants/index.ts';
import type { Membership } from '../person.ts';
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

/** Changes what a member may do; undefined where there is no such member. */
export function updateMember({ db }: AppContext, ref: MemberRef, role: Role): Promise<Membership | ApiError<'last_owner'> | undefined> {
  return db.transact(async (trx) => {
    await bumpVersion(trx, ref.tenantId);
    const member = await findMember(trx, ref);
    if (member === undefined) return undefined;
    const refusal = role === 'owner' ? undefined : await keepOwner(trx, member);
    if (refusal !== undefined) return refusal;
    await updateRole(trx, member.id, role);
    return { ...member, role };
  });
}

/** Takes a member out of a tenant; undefined where there is no such member. */
export function removeMember({ db }: AppContext, ref: MemberRef): Promise<Membership | ApiError<'last_owner'> | undefined> {
  return db.transact(async (trx) => {
    await bumpVersion(trx, ref.tenantId);
    const member = await findMember(trx, ref);
    if (member === undefined) return undefined;
    const refusal = await keepOwner(trx, member);
    if (refusal !== undefined) return refusal;
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
