import type { AppContext } from '../../app-context.ts';
import { parseAddress } from '../../core/email-address.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { unavailableIn } from '../../core/errors/unavailable.ts';
import type { Origin } from '../../core/request/context.ts';
import { isUniqueViolation, type Trx } from '../../db/dialect.ts';
import { bumpVersion } from '../../meters/version-store.ts';
import { type OpenedSignIn, openSignIn } from '../access/open-sign-in.ts';
import { deleteSignInsOf } from '../access/sign-in-store.ts';
import { consumeNetworkTry, forgiveNetwork } from '../access/tries.ts';
import { addAuditEntry } from '../audit/add-audit-entry.ts';
import { forgetFactors } from '../factors/forget-factors.ts';
import { grantLink } from '../links/grant-link.ts';
import { findInvitations, takeLink } from '../links/store.ts';
import type { Link, User } from '../person.ts';
import { findUserByEmail, insertUser, lockUser, updateUser } from '../user-store.ts';
import type { Identity, Issuer } from './issuer.ts';
import { isSession, secretsOf } from './session.ts';

export interface IssuerParts {
  readonly app: AppContext;
  readonly issuer: Issuer;
}

export interface IssuerAnswer {
  readonly session: string;
  readonly response: string;
  readonly redirectUri: string;
  readonly from: Origin | undefined;
}

interface KnownIdentity extends Identity {
  /** Bare and in lower case. */
  readonly address: string;
}

async function identify(
  { app, issuer }: IssuerParts,
  { session, response, redirectUri }: IssuerAnswer,
): Promise<KnownIdentity | undefined> {
  if (!isSession(app, session)) return undefined;
  try {
    const identity = await issuer.identify({ redirectUri, ...secretsOf(app, session) }, response);
    const { email = '', name = null } = parseAddress(identity.email ?? '') ?? {};
    // A display name before the address may have been chosen by somebody else to look like an address.
    if (email !== '' && name === null) return { ...identity, address: email };
    app.log.info({ subject: identity.subject }, 'the issuer has not verified the address of a person');
    return undefined;
  } catch (error) {
    if (unavailableIn(error) !== undefined) throw error;
    app.log.info({ err: error }, 'an answer of the issuer was refused');
    return undefined;
  }
}

/** Creates the account of an invited person and accepts the invitations; undefined if they are gone meanwhile. */
async function createInvited(
  app: AppContext,
  trx: Trx,
  { invitations, address, subject, name }: KnownIdentity & { invitations: readonly Link[] },
): Promise<string | undefined> {
  const tenantIds = [...new Set(invitations.flatMap(({ tenantId }) => tenantId ?? []))].sort();
  for (const tenantId of tenantIds) await bumpVersion(trx, tenantId);
  const taken: Link[] = [];
  for (const link of invitations) if (await takeLink(trx, link.id)) taken.push(link);
  if (taken.length === 0) return undefined;
  const now = app.clock.now();
  const id = app.newId('usr', now);
  const fresh = { passwordHash: null, isOperator: false, isSuspended: false, createdAt: now, lastSignedInAt: null, totpSecret: null };
  await insertUser(trx, { id, email: address, name, issuerSubject: subject, ...fresh });
  for (const link of taken) await grantLink(app, trx, link, id);
  return id;
}

const HAS_APP =
  'The account has an authenticator app, whose code the issuer does not ask for. Sign in as before and remove it, or ask the operator for a link.';

/**
 * Ties an account to the issuer's name for the person at the first sign-in. Returns the account's id; undefined if it is suspended or
 * tied to another name. Every earlier way to sign in is removed: the person who held the tenant's link that made the account may have
 * chosen it. Refuses an account with an authenticator app, because vouching for an address proves no more than control of its mail.
 */
async function tieAccount(trx: Trx, user: User, subject: string): Promise<string | ApiError<'sign_in_failed'> | undefined> {
  const now = await lockUser(trx, user.id);
  if (now === undefined || now.isSuspended || (now.issuerSubject !== null && now.issuerSubject !== subject)) return undefined;
  if (now.issuerSubject === null) {
    if (now.totpSecret !== null) return new ApiError('sign_in_failed', {}, { detail: HAS_APP });
    await forgetFactors(trx, now.id);
    await deleteSignInsOf(trx, now.id);
    await updateUser(trx, now.id, { passwordHash: null, issuerSubject: subject });
  }
  return now.id;
}

/** Signs in a person that the issuer vouches for, who has an account or is invited. */
export async function signInByIssuer(
  parts: IssuerParts,
  answer: IssuerAnswer,
): Promise<OpenedSignIn | ApiError<'sign_in_failed' | 'too_many_tries'>> {
  const { app } = parts;
  const { from } = answer;
  const refusal = await consumeNetworkTry(app, from);
  if (refusal !== undefined) return refusal;
  const known = await identify(parts, answer);
  if (known === undefined) return new ApiError('sign_in_failed', {}, { detail: 'The issuer does not vouch for this sign-in.' });
  const user = await findUserByEmail(app.db.read, known.address);
  const invitations = user === undefined ? await findInvitations(app.db.read, { email: known.address, now: app.clock.now() }) : [];
  const refused = new ApiError('sign_in_failed', {}, { detail: 'Nobody has an account or an invitation by this address.' });
  try {
    const opened = await app.db.transact(async (trx) => {
      const userId =
        user === undefined ? await createInvited(app, trx, { ...known, invitations }) : await tieAccount(trx, user, known.subject);
      if (userId === undefined) return refused;
      if (userId instanceof ApiError) return userId;
      const made = await openSignIn(app, trx, { userId, method: 'issuer', from });
      const entry = { operation: 'account.issuer.signIn', object: made.signIn.id, from };
      await addAuditEntry(app, trx, { user: { id: userId, email: known.address }, ...entry });
      return made;
    });
    if (!(opened instanceof ApiError)) await forgiveNetwork(app, from);
    return opened;
  } catch (error) {
    // Two sign-ins at once: the account is that of the first.
    if (isUniqueViolation(error)) return refused;
    throw error;
  }
}
