import { mayCall, type Operation } from '@posthorn/contract';
import type { Kysely } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Person } from '../../core/request/caller.ts';
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
 * Returns the person's role in the tenant. Refuses a role that does not allow the operation, and everything in a suspended tenant, whose
 * API keys are refused as well. Tenants of others count as unknown.
 */
export async function findOwnRole(db: Kysely<Schema>, { operation, person, tenantId }: TenantAccess): Promise<Membership | RoleFault> {
  const membership = await findMembership(db, { tenantId, userId: person.userId });
  if (membership === undefined) return new ApiError('not_found');
  if (membership.isTenantSuspended) return new ApiError('tenant_suspended');
  if (mayCall(membership.role, operation)) return membership;
  return new ApiError('insufficient_scope', {}, { detail: `A ${membership.role} of the tenant may not do this.` });
}

/**
 * Does the same for a person who was looked up earlier, under the lock of the tenant's meter. Refuses a sign-in that has ended meanwhile,
 * as a suspension ends all sign-ins. Suspending a member waits for the meter.
 */
export async function findOwnRoleAgain(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Trx,
  access: TenantAccess,
): Promise<Membership | RoleFault | ApiError<'unauthorized'>> {
  if (!(await isSignedIn(trx, { signInId: access.person.signInId, now: clock.now() }))) return new ApiError('unauthorized');
  return findOwnRole(trx, access);
}
