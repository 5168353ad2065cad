import type { AppContext } from '../../app-context.ts';
import { sha256 } from '../../core/crypto/hash.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Person } from '../../core/request/caller.ts';
import type { Origin } from '../../core/request/context.ts';
import { isUniqueViolation, type Trx } from '../../db/dialect.ts';
import { bumpVersion } from '../../meters/version-store.ts';
import { lockSignedIn } from '../access/lock-signed-in.ts';
import { type OpenedSignIn, openSignIn } from '../access/open-sign-in.ts';
import { findWeakness } from '../access/passwords.ts';
import type { ProofFault } from '../access/prove-password.ts';
import { deleteSignInsOf } from '../access/sign-in-store.ts';
import { consumeNetworkTry, consumeTry, forgiveNetwork, forgiveTries, tryKeysOf } from '../access/tries.ts';
import { addAuditEntry } from '../audit/add-audit-entry.ts';
import { forgetFactors } from '../factors/forget-factors.ts';
import { checkSecondFactor } from '../factors/second-factor.ts';
import { findJoinFault } from '../members/change-members.ts';
import type { PeopleParts } from '../parts.ts';
import { deletePasskeysOf } from '../passkeys/store.ts';
import type { Link, User } from '../person.ts';
import { findUserByEmail, insertUser, lockUser, updateUser } from '../user-store.ts';
import { grantLink } from './grant-link.ts';
import { deleteResets, findLink, lockLink, lockResets, takeLink } from './store.ts';

export interface Acceptance {
  readonly token: string;
  readonly password: string;
  readonly name?: string | undefined;
  readonly code?: string | undefined;
}

type LinkFault = ApiError<'invalid_link' | 'account_exists' | 'last_owner' | 'code_required'>;

/** Locks the object of a link, and refuses what the link can no longer give. */
async function begin(trx: Trx, link: Link, userId: string | undefined): Promise<ApiError<'invalid_link' | 'last_owner'> | undefined> {
  if (link.tenantId !== null) await bumpVersion(trx, link.tenantId);
  if (userId !== undefined && link.tenantId !== null && link.role !== null) {
    const refusal = await findJoinFault(trx, { tenantId: link.tenantId, userId, role: link.role });
    if (refusal !== undefined) return refusal;
  }
  return (await lockLink(trx, link.id)) ? undefined : new ApiError('invalid_link');
}

interface LinkAcceptance {
  readonly link: Link;
  readonly user: User | undefined;
  readonly passwordHash: string;
  readonly name: string | undefined;
}

/** Locks the account that a link is for, and refuses if it is no longer the account that was checked. */
async function lockAccount(trx: Trx, { link, user }: LinkAcceptance): Promise<LinkFault | undefined> {
  await lockResets(trx, link.email);
  if (user === undefined) return undefined;
  const now = await lockUser(trx, user.id);
  if (now === undefined || now.isSuspended) return new ApiError('invalid_link');
  // The code was checked before the password was hashed: no code was given for an app that was added since.
  return link.kind === 'reset' && now.totpSecret !== user.totpSecret ? new ApiError('code_required') : undefined;
}

/** Creates the account, or sets the new password, which ends everything opened with the old one. Returns the account's id. */
async function writeAccount(app: AppContext, trx: Trx, { link, user, passwordHash, name }: LinkAcceptance): Promise<string> {
  if (user === undefined) {
    const now = app.clock.now();
    const id = app.newId('usr', now);
    const fresh = { isOperator: false, isSuspended: false, createdAt: now, lastSignedInAt: null, totpSecret: null, issuerSubject: null };
    await insertUser(trx, { id, email: link.email, name: name ?? null, passwordHash, ...fresh });
    return id;
  }
  await updateUser(trx, user.id, { passwordHash, name });
  // A reset removes passkeys too: another holder of the tenant's link that made the account may have added one.
  if (link.kind === 'recovery') await forgetFactors(trx, user.id);
  else await deletePasskeysOf(trx, user.id);
  await deleteSignInsOf(trx, user.id);
  return user.id;
}

async function accept({ app }: PeopleParts, accepted: LinkAcceptance, from: Origin | undefined): Promise<OpenedSignIn | LinkFault> {
  const { link, user } = accepted;
  return app.db.transact(async (trx) => {
    // A refusal leaves the link unused.
    const refusal = (await begin(trx, link, user?.id)) ?? (await lockAccount(trx, accepted));
    if (refusal !== undefined) return refusal;
    await takeLink(trx, link.id);
    await deleteResets(trx, link.email);
    const userId = await writeAccount(app, trx, accepted);
    await grantLink(app, trx, link, userId);
    const opened = await openSignIn(app, trx, { userId, method: 'link', from });
    const entry = { operation: `account.links.accept (${link.kind})`, object: userId, tenantId: link.tenantId, from };
    await addAuditEntry(app, trx, { user: { id: userId, email: link.email }, ...entry });
    return opened;
  });
}

/**
 * Counts an attempt to use a link; success undoes the count. Strangers who exhaust the attempts of an address cannot block the operator's
 * link.
 */
const countTry = (app: AppContext, { kind, email }: Link, from: Origin | undefined) =>
  kind === 'reset' ? consumeTry(app, tryKeysOf(app, email, from)) : consumeNetworkTry(app, from);

const forgive = (app: AppContext, { kind, email }: Link, from: Origin | undefined) =>
  kind === 'reset' ? forgiveTries(app, tryKeysOf(app, email, from)) : forgiveNetwork(app, from);

/** Uses up a link: an invitation creates an account; a reset or recovery link sets another password. */
export async function acceptLink(
  parts: PeopleParts,
  { token, password, name, code }: Acceptance,
  from: Origin | undefined,
): Promise<OpenedSignIn | LinkFault | ProofFault | ApiError<'weak_password'>> {
  const { app, passwords } = parts;
  const link = await findLink(app.db.read, { hash: sha256(token), now: app.clock.now() });
  if (link === undefined) return new ApiError('invalid_link');
  const user = await findUserByEmail(app.db.read, link.email);
  if (link.kind === 'invitation' && user !== undefined) return new ApiError('account_exists');
  if (link.kind !== 'invitation' && (user === undefined || user.isSuspended)) return new ApiError('invalid_link');
  const weakness = findWeakness(password, link.email);
  if (weakness !== undefined) return weakness;
  const tooMany = await countTry(app, link, from);
  if (tooMany !== undefined) return tooMany;
  // Access to somebody's mail is not enough; the operator's link also lets in a person who has lost the app.
  const refused = link.kind === 'reset' && user !== undefined ? await checkSecondFactor(app, user, code) : undefined;
  if (refused !== undefined) return refused;
  const passwordHash = await passwords.hash(password);
  try {
    const opened = await accept(parts, { link, user, passwordHash, name }, from);
    if (!(opened instanceof ApiError)) await forgive(app, link, from);
    return opened;
  } catch (error) {
    // Two invitations of one address at once: the account is that of the first.
    if (isUniqueViolation(error)) return new ApiError('account_exists');
    throw error;
  }
}

/** Accepts an invitation as the signed-in person, whose address must match; returns it. */
export async function joinByLink(
  app: AppContext,
  { token, person }: { readonly token: string; readonly person: Person },
): Promise<Link | ApiError<'invalid_link' | 'last_owner' | 'unauthorized'>> {
  const link = await findLink(app.db.read, { hash: sha256(token), now: app.clock.now() });
  if (link === undefined || link.kind !== 'invitation' || link.email !== person.email) return new ApiError('invalid_link');
  return app.db.transact(async (trx) => {
    const refusal = await begin(trx, link, person.userId);
    if (refusal !== undefined) return refusal;
    // The link is not used up by a person who lost access meanwhile; it stays with the owner of the address.
    if ((await lockSignedIn(trx, person)) === undefined) return new ApiError('unauthorized');
    await takeLink(trx, link.id);
    await grantLink(app, trx, link, person.userId);
    return link;
  });
}
