import { mayCall, type Operation } from '@posthorn/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../core/api-error.ts';
import type { Person } from '../../core/caller.ts';
import type { Schema } from '../../db/schema.ts';
import type { Membership } from '../person.ts';
import { findMembership } from './store.ts';

export interface TenantAccess {
  readonly operation: Operation;
  readonly person: Person;
  readonly tenantId: string;
}

/** Returns what the person is in a tenant; refuses a role that does not reach so far, and knows no tenant of others. */
export async function findOwnRole(
  db: Kysely<Schema>,
  { operation, person, tenantId }: TenantAccess,
): Promise<Membership | ApiError<'not_found' | 'insufficient_scope'>> {
  const membership = await findMembership(db, { tenantId, userId: person.userId });
  if (membership === undefined) return new ApiError('not_found');
  if (mayCall(membership.role, operation)) return membership;
  return new ApiError('insufficient_scope', {}, { detail: `A ${membership.role} of the tenant may not do this.` });
}
