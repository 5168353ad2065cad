import { mayCall, type Operation } from '@posthorn/contract';
import { ApiError } from '../api-error.ts';
import type { TenantCaller } from '../caller.ts';
import type { Context } from '../context.ts';

/** Whether the scope is the operator's, and no tenant's. */
export const isOperators = (scope: Operation['scope']): boolean => scope === 'operator' || scope === 'metrics';

const KINDS = { sending: 'tenant', full: 'tenant', operator: 'operator', metrics: 'operator', person: 'person' } as const;

/** Refuses a caller whom the scope is not for. */
export function assertAllowed(scope: Operation['scope'], { caller }: Context): void {
  if (scope === 'public') return;
  if (caller.kind !== KINDS[scope]) throw new ApiError('unauthorized');
  if (scope === 'full' && caller.kind === 'tenant' && caller.permission !== 'full_access') throw new ApiError('insufficient_scope');
}

/** Refuses a person whose role in the tenant does not reach so far. */
export function assertRole(operation: Operation, { caller }: Context): void {
  if (caller.kind !== 'tenant' || caller.person === undefined || mayCall(caller.role, operation)) return;
  throw new ApiError('insufficient_scope', {}, { detail: `A ${caller.role} of the tenant may not do this.` });
}

/** Refuses a tenant's caller who was shut out, or got another role, while the answer was waited for; `caller`: as found again. */
export function assertStill(operation: Operation, ctx: Context, caller: TenantCaller | undefined): void {
  if (caller === undefined) throw new ApiError('unauthorized');
  assertAllowed(operation.scope, { ...ctx, caller });
  assertRole(operation, { ...ctx, caller });
}
