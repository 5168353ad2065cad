import { mayCall, type Operation } from '@posthorn/contract';
import { ApiError } from '../errors/api-error.ts';
import type { Caller, TenantCaller } from '../request/caller.ts';
import type { Context } from '../request/context.ts';

/** Returns whether a scope is the operator's. */
export const isOperatorScope = (scope: Operation['scope']): boolean => scope === 'operator' || scope === 'metrics';

const KINDS = { sending: 'tenant', full: 'tenant', operator: 'operator', metrics: 'operator', person: 'person' } as const;

/** Throws `unauthorized` or `insufficient_scope` for a caller that may not use a scope. */
export function assertAllowed(scope: Operation['scope'], { caller }: Context): void {
  if (scope === 'public') return;
  if (caller.kind !== KINDS[scope]) throw new ApiError('unauthorized');
  if (scope === 'full' && caller.kind === 'tenant' && caller.permission !== 'full_access') throw new ApiError('insufficient_scope');
}

/** Throws `insufficient_scope` for a person whose role in the tenant does not allow the operation. */
export function assertRole(operation: Operation, { caller }: Context): void {
  if (caller.kind !== 'tenant' || caller.person === undefined || mayCall(caller.role, operation)) return;
  throw new ApiError('insufficient_scope', {}, { detail: `A ${caller.role} of the tenant may not do this.` });
}

const rightsOf = (caller: Caller) =>
  caller.kind === 'tenant' ? [caller.kind, caller.permission, caller.person && caller.role] : [caller.kind];

/** Throws `insufficient_scope` for a caller whose rights have changed since its call began. `caller`: as of now. */
export function assertSameRights({ caller: before }: Context, caller: Caller): void {
  if (rightsOf(before).join() !== rightsOf(caller).join()) throw new ApiError('insufficient_scope');
}

/** Checks a caller again after a long wait, in which its key may have been revoked or its role changed. `caller`: as of now. Throws `unauthorized` or `insufficient_scope`. */
export function assertStillAllowed(operation: Operation, ctx: Context, caller: TenantCaller | undefined): void {
  if (caller === undefined) throw new ApiError('unauthorized');
  assertAllowed(operation.scope, { ...ctx, caller });
  assertRole(operation, { ...ctx, caller });
}
