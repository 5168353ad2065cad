import type { Role } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { MINUTE_MS } from '../../core/durations.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { MemberCaller, OperatorCaller, Person } from '../../core/request/caller.ts';
import { findMembership } from '../members/store.ts';
import { openBearer, sealBearer } from './bearer.ts';
import { findMemberCaller, findOperatorCaller } from './store.ts';

const LASTS_MS = 10 * MINUTE_MS;

export interface BearerRequest {
  readonly tenant_id?: string | undefined;
  readonly operator?: true | undefined;
}

export interface CreatedBearer {
  readonly token: string;
  readonly role: Role | null;
  readonly expiresAt: number;
}

type Parts = Pick<AppContext, 'db' | 'clock' | 'secrets'>;

/** Creates a bearer for a sign-in, for a tenant or for the operator's surface. Nothing is stored. */
export async function createBearer(
  { db, clock, secrets }: Parts,
  { userId, signInId }: Pick<Person, 'userId' | 'signInId'>,
  { tenant_id: tenantId, operator }: BearerRequest,
): Promise<CreatedBearer | ApiError<'not_found' | 'tenant_suspended' | 'validation_failed'>> {
  if ((tenantId === undefined) === (operator === undefined))
    return new ApiError('validation_failed', { field: 'tenant_id' }, { detail: 'Give tenant_id or operator, one of the two.' });
  const now = clock.now();
  const found =
    tenantId === undefined
      ? await findOperatorCaller(db.read, { signInId, now })
      : await findMemberCaller(db.read, { signInId, tenantId, now });
  if (found === undefined) {
    const membership = tenantId === undefined ? undefined : await findMembership(db.read, { tenantId, userId });
    return new ApiError(membership?.isTenantSuspended === true ? 'tenant_suspended' : 'not_found');
  }
  const expiresAt = now + LASTS_MS;
  const token = sealBearer(secrets, { signInId, tenantId: tenantId ?? null, expiresAt });
  return { token, role: found.kind === 'tenant' ? found.role : null, expiresAt };
}

/** Returns the person that a bearer currently stands for; undefined if they signed out, were suspended or lost the role. */
export async function findByBearer({ db, clock, secrets }: Parts, token: string): Promise<MemberCaller | OperatorCaller | undefined> {
  const bearer = openBearer(secrets, token);
  const now = clock.now();
  // One that lasts longer than any is from before the clock was set back.
  if (bearer === undefined || bearer.expiresAt <= now || bearer.expiresAt > now + LASTS_MS + MINUTE_MS) return undefined;
  const { signInId, tenantId } = bearer;
  return tenantId === null ? findOperatorCaller(db.read, { signInId, now }) : findMemberCaller(db.read, { signInId, tenantId, now });
}
