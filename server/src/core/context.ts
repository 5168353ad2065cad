import {
  type AnswerHeaderName,
  mayCall,
  type Operation,
  type Overrides,
  type Permission,
  type Plan,
  type Role,
  roles,
} from '@posthorn/contract';
import { ApiError } from './api-error.ts';

/** Somebody who is signed in. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly signInId: string;
}

/** What may be done in the name of a tenant, as authentication found it. */
interface TenantAccess {
  readonly kind: 'tenant';
  readonly tenantId: string;
  readonly permission: Permission;
  /** The only domain the key may send from. */
  readonly domainId: string | null;
  /** Version of the tenant's settings that this was read at. */
  readonly version: number;
  readonly plan: Plan;
  readonly overrides: Overrides;
}

/** A tenant's key. */
export interface KeyCaller extends TenantAccess {
  readonly keyId: string;
  readonly keyHash: string;
  readonly person?: undefined;
}

/** A person in a tenant, by a bearer. */
export interface MemberCaller extends TenantAccess {
  readonly person: Person;
  readonly role: Role;
}

/** The service itself, with mail of its own. */
export interface ServiceCaller extends TenantAccess {
  readonly service: true;
  readonly person?: undefined;
}

export type TenantCaller = KeyCaller | MemberCaller | ServiceCaller;

/** Returns the same caller as of now; undefined where the caller may not call any more. */
export type FindCallerAgain = (caller: TenantCaller) => Promise<TenantCaller | undefined>;

/** The operator: the token, or a person by a bearer. */
export interface OperatorCaller {
  readonly kind: 'operator';
  readonly person?: Person | undefined;
}

/** A person by the cookie, who may reach `/account` alone. */
export interface SignedInCaller {
  readonly kind: 'person';
  readonly person: Person;
  readonly isOperator: boolean;
  /** When the person last proved who it is. */
  readonly provedAt: number;
}

export type Caller = { readonly kind: 'anonymous' } | OperatorCaller | SignedInCaller | TenantCaller;

/** Returns the person who calls; undefined for keys, the operator token and strangers. */
export const personOf = (caller: Caller): Person | undefined => (caller.kind === 'anonymous' ? undefined : caller.person);

/** Where a request comes from. */
export interface Origin {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/** Those that the interface tells of, and what says how a file is to be taken. */
export type ResponseHeader =
  | AnswerHeaderName
  | 'Set-Cookie'
  | 'Content-Type'
  | 'Content-Length'
  | 'Content-Disposition'
  | 'X-Content-Type-Options';

/** What a mail that was handed over says beyond what a body of `/v1` can. */
export interface Submitted {
  /** Its only attachment is the signed or encrypted content of the mail, with the headers of that content. */
  readonly isSealed: boolean;
  /** Those named in `to` stand in no header. */
  readonly hidesTo: boolean;
}

/** Runs something in between, and goes on as before when it has ended. */
export type Aside = <T>(work: () => Promise<T>) => Promise<T>;

/** What a handler knows of the request beside its input. */
export interface Context<C extends Caller = Caller> {
  readonly caller: C;
  readonly requestId: string;
  /** Where the service was reached, without a slash at its end: what links in answers begin with. */
  readonly baseUrl: string;
  /** Response headers, kept on errors too. */
  readonly headers: { [N in ResponseHeader]?: string };
  /** Unknown unless given. */
  readonly from?: Origin | undefined;
  /** What the handler has the cookie say from now on: a token, or nothing any more. */
  cookie?: { readonly token: string; readonly seconds: number } | null | undefined;
  /** Of a mail that came over SMTP; set with the input. */
  submitted?: Submitted | undefined;
  /** What a handler says of what it changed, where its parameters and its answer do not. */
  changed?: { readonly tenantId: string | null; readonly object: string | null } | undefined;
  /** Aborts once nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
  /** Runs what only waits outside of the tenant's turn, which others have meanwhile. */
  aside?: Aside | undefined;
  /** The status of the answer; set by the procedure. */
  status: number;
  /** The input, where the interface has parsed it itself; it goes before what the procedure is called with. */
  given?: unknown;
}

/** Who the caller of an operation must be, by its scope. */
export type CallerOf<O extends Operation> = O['scope'] extends 'operator' | 'metrics'
  ? OperatorCaller
  : O['scope'] extends 'person'
    ? SignedInCaller
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

const KINDS = { sending: 'tenant', full: 'tenant', operator: 'operator', metrics: 'operator', person: 'person' } as const;

/** Refuses a caller whom the scope is not for. */
export function assertAllowed(scope: Operation['scope'], { caller }: Context): void {
  if (scope === 'public') return;
  if (caller.kind !== KINDS[scope]) throw new ApiError('unauthorized');
  if (scope === 'full' && caller.kind === 'tenant' && caller.permission !== 'full_access') throw new ApiError('insufficient_scope');
}

/** Whether a caller may read the bodies of transactional mail. */
export const seesBodies = (caller: TenantCaller): boolean => caller.person === undefined || roles[caller.role].bodies;

/** Refuses a person whose role in the tenant does not reach so far. */
export function assertRole(operation: Operation, { caller }: Context): void {
  if (caller.kind !== 'tenant' || caller.person === undefined || mayCall(caller.role, operation)) return;
  throw new ApiError('insufficient_scope', {}, { detail: `A ${caller.role} of the tenant may not do this.` });
}
