import type { AnswerHeaderName, Operation, Overrides, Permission, Plan } from '@posthorn/contract';
import { ApiError } from './api-error.ts';

/** A tenant's key, as authentication found it. */
export interface TenantCaller {
  readonly kind: 'tenant';
  readonly tenantId: string;
  readonly keyId: string;
  readonly keyHash: string;
  readonly permission: Permission;
  /** The only domain the key may send from. */
  readonly domainId: string | null;
  /** Version of the tenant's settings that this was read at. */
  readonly version: number;
  readonly plan: Plan;
  readonly overrides: Overrides;
}

export type Caller = { readonly kind: 'anonymous' } | { readonly kind: 'operator' } | TenantCaller;

/** Those that the interface tells of, and what says how a file is to be taken. */
export type ResponseHeader = AnswerHeaderName | 'Content-Type' | 'Content-Length' | 'Content-Disposition' | 'X-Content-Type-Options';

/** What a handler knows of the request beside its input. */
export interface Context<C extends Caller = Caller> {
  readonly caller: C;
  readonly requestId: string;
  /** Where the service was reached, without a slash at its end: what links in answers begin with. */
  readonly baseUrl: string;
  /** Response headers, kept on errors too. */
  readonly headers: { [N in ResponseHeader]?: string };
  /** The status of the answer; set by the procedure. */
  status: number;
  /** The input, where the interface has parsed it itself; it goes before what the procedure is called with. */
  given?: unknown;
}

/** Who the caller of an operation must be, by its scope. */
export type CallerOf<O extends Operation> = O['scope'] extends 'operator' | 'metrics'
  ? { readonly kind: 'operator' }
  : O['scope'] extends 'public'
    ? Caller
    : TenantCaller;

/** Names an object of the caller's tenant. */
export interface ObjectRef {
  readonly tenantId: string;
  readonly id: string;
}

/** Returns the object that the path of a request names. */
export const refOf = ({ ctx, params }: { readonly ctx: Context<TenantCaller>; readonly params: { readonly id: string } }): ObjectRef => ({
  tenantId: ctx.caller.tenantId,
  id: params.id,
});

/** Whether the scope is the operator's, and no tenant's. */
export const isOperators = (scope: Operation['scope']): boolean => scope === 'operator' || scope === 'metrics';

/** Refuses a caller whom the operation is not for. */
export function assertAllowed(scope: Operation['scope'], { caller }: Context): void {
  if (scope === 'public') return;
  if (isOperators(scope) ? caller.kind !== 'operator' : caller.kind !== 'tenant') throw new ApiError('unauthorized');
  if (scope === 'full' && caller.kind === 'tenant' && caller.permission !== 'full_access') throw new ApiError('insufficient_scope');
}
