import type { Role } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { parseAddress } from '../../core/email-address.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Person } from '../../core/request/caller.ts';
import type { Trx } from '../../db/dialect.ts';
import { findTenant } from '../../tenants/index.ts';
import { takeInvitation } from '../access/tries.ts';
import { findOperatorCaller } from '../bearers/store.ts';
import { findOwnRoleAgain, type RoleFault, type TenantAccess } from '../members/find-own-role.ts';
import type { Link, LinkKind } from '../person.ts';
import { findUserByEmail } from '../user-store.ts';
import { mailLink } from './mail-link.ts';
import { linkUrl, makeLinkUnless, type NewLink } from './make-link.ts';

type InvitedKind = Exclude<LinkKind, 'reset'>;

export interface Invitation {
  readonly link: Link;
  /** Whether it creates an account or leads back into one. */
  readonly kind: InvitedKind;
  readonly url: string;
  readonly mailed: boolean;
}

/**
 * Creates a link, mails it if the service sends mail, and returns it for copying, at the address by which its creator reached the
 * service.
 */
async function invite<R extends ApiError>(
  app: AppContext,
  invitation: NewLink & { readonly kind: InvitedKind },
  { baseUrl, refuse }: { readonly baseUrl: string; readonly refuse: (trx: Trx) => Promise<R | undefined> },
): Promise<Invitation | R> {
  const made = await makeLinkUnless(app, invitation, refuse);
  if (made instanceof ApiError) return made;
  return { link: made.link, kind: invitation.kind, url: linkUrl(baseUrl, made), mailed: await mailLink(app, made) };
}

export interface TenantInvitation {
  readonly email: string;
  readonly role: Role;
  /** The inviter and the tenant. */
  readonly access: TenantAccess;
}

/**
 * Invites somebody to a tenant. A person with an account accepts while signed in to it: a tenant's link never opens an existing account.
 */
export async function inviteMember(
  app: AppContext,
  { email, role, access }: TenantInvitation,
  baseUrl: string,
): Promise<Invitation | RoleFault | ApiError<'invalid_email' | 'too_many_tries' | 'unauthorized'>> {
  const { tenantId } = access;
  const address = parseAddress(email)?.email;
  if (address === undefined) return new ApiError('invalid_email');
  const refusal = await takeInvitation(app, { email: address, tenantId });
  if (refusal !== undefined) return refusal;
  // The caller was looked up earlier and may have lost rights since.
  const refuse = async (trx: Trx) => {
    const own = await findOwnRoleAgain(app, trx, access);
    return own instanceof ApiError ? own : undefined;
  };
  return invite(app, { kind: 'invitation', email: address, tenantId, role }, { baseUrl, refuse });
}

export interface OperatorInvitation {
  readonly email: string;
  readonly tenant_id?: string | undefined;
  readonly role?: Role | undefined;
  readonly operator?: boolean | undefined;
  /** The operator who invites, if it is a person. */
  readonly by?: Person | undefined;
}

/** Invites somebody on the operator's behalf; for a person with an account the link is a recovery link. */
export async function invitePerson(
  app: AppContext,
  { email, tenant_id: tenantId, role = 'owner', operator = false, by }: OperatorInvitation,
  baseUrl: string,
): Promise<Invitation | ApiError<'invalid_email' | 'validation_failed' | 'unauthorized'>> {
  const address = parseAddress(email)?.email;
  if (address === undefined) return new ApiError('invalid_email');
  if (tenantId !== undefined && (await findTenant(app.db.read, tenantId)) === undefined)
    return new ApiError('validation_failed', { field: 'tenant_id' }, { detail: 'tenant_id: There is no such tenant.' });
  const known = await findUserByEmail(app.db.read, address);
  const kind = known === undefined ? 'invitation' : 'recovery';
  const place = tenantId === undefined ? {} : { tenantId, role };
  const refuse = async (trx: Trx) => {
    if (by === undefined) return undefined;
    const own = await findOperatorCaller(trx, { signInId: by.signInId, now: app.clock.now() });
    return own === undefined ? new ApiError('unauthorized') : undefined;
  };
  return invite(app, { kind, email: address, isOperator: operator, ...place }, { baseUrl, refuse });
}
