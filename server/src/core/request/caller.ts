import { type Operation, type Overrides, type Permission, type Plan, type Role, roles } from '@posthorn/contract';

/** Somebody who is signed in. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly signInId: string;
}

/** What a caller may do on behalf of a tenant, as authentication determined. */
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

/** Who the caller of an operation must be, by its scope. */
export type CallerOf<O extends Operation> = O['scope'] extends 'operator' | 'metrics'
  ? OperatorCaller
  : O['scope'] extends 'person'
    ? SignedInCaller
    : O['scope'] extends 'public'
      ? Caller
      : TenantCaller;

/** Returns whether a caller may read the bodies of transactional mail. */
export const seesBodies = (caller: TenantCaller): boolean => caller.person === undefined || roles[caller.role].bodies;
