import { mayCall, type Operation } from '@posthorn/contract';
import type { Kysely } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/api-error.ts';
import type { Person } from '../../core/caller.ts';
import type { Trx } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import { isSignedIn } from '../bearers/store.ts';
import type { Membership } from '../person.ts';
import { findMembership } from './store.ts';

export interface TenantAccess {
  readonly operation: Operation;
  readonly person: Person;
  readonly tenantId: string;
}

/** Why somebody may not do something in a tenant. */
export type RoleFault = ApiError<'not_found' | 'insufficient_scope' | 'tenant_suspended'>;

/**
 * Returns what the person is in a tenant; refuses a role that does not reach so far, and all of a suspended tenant, whose API keys open
 * nothing either. It knows no tenant of others.
 */
export async function findOwnRole(db: Kysely<Schema>, { operation, person, tenantId }: TenantAccess): Promise<Membership | RoleFault> {
  const membership = await findMembership(db, { tenantId, userId: person.userId });
  if (membership === undefined) return new ApiError('not_found');
  if (membership.isTenantSuspended) return new ApiError('tenant_suspended');
  if (mayCall(membership.role, operation)) return membership;
  return new ApiError('insufficient_scope', {}, { detail: `A ${membership.role} of the tenant may not do this.` });
}

/**
 * Returns the same for a person who was looked up before, under the lock of the tenant's meter: refuses one whose sign-in has ended
 * meanwhile, as that of everybody does who is suspended. Who suspends a member waits for the meter.
 */
export async function findOwnRoleAgain(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Trx,
  access: TenantAccess,
): Promise<Membership | RoleFault | ApiError<'unauthorized'>> {
  if (!(await isSignedIn(trx, { signInId: access.person.signInId, now: clock.now() }))) return new ApiError('unauthorized');
  return findOwnRole(trx, access);
}
