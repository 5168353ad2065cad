import type { Kysely } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { randomText } from '../core/crypto/random.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { isUniqueViolation } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { bumpVersion } from '../meters/version-store.ts';
import type { SendingDomain } from './domain.ts';
import { parseDomainName } from './domain-name.ts';
import { pendingState, trustedState } from './domain-state.ts';
import { isNameTaken } from './name-store.ts';
import { insertDomain } from './store.ts';
import { trustDomain } from './trust-domain.ts';

export interface NewDomain {
  readonly name: string;
  readonly open_tracking?: boolean | undefined;
  readonly click_tracking?: boolean | undefined;
  readonly inbound?: boolean | undefined;
  readonly default_from_local_part?: string | null | undefined;
  /** By the operator's word, without DNS. */
  readonly verified?: boolean | undefined;
}

type Refusal = ApiError<'invalid_domain' | 'domain_taken'>;

/** The future owner of a domain, and what may refuse another one. */
export interface DomainOwner<R extends ApiError> {
  readonly tenantId: string;
  /** Asked before the expensive generation of the key pair, and again under the lock. */
  readonly refuse: (db: Kysely<Schema>) => Promise<R | undefined>;
}

/** An owner who may have as many as the operator gives it. */
export const unlimited = (tenantId: string): DomainOwner<never> => ({ tenantId, refuse: async () => undefined });

async function build({ clock, newId, newKeyPair, random, secrets }: AppContext, tenantId: string, { name, ...given }: NewDomain) {
  const { privateKey, publicKey } = await newKeyPair();
  const createdAt = clock.now();
  const trusted = given.verified === true;
  const domain: SendingDomain = {
    id: newId('dom', createdAt),
    tenantId,
    name,
    trusted,
    dkimSelector: `ph${randomText(random, 'abcdefghijklmnopqrstuvwxyz', 6)}`,
    dkimPublicKey: publicKey,
    openTracking: given.open_tracking ?? false,
    clickTracking: given.click_tracking ?? false,
    inbound: given.inbound ?? false,
    defaultFromLocalPart: given.default_from_local_part ?? null,
    createdAt,
    ...(trusted ? trustedState(createdAt) : pendingState(createdAt)),
  };
  return { domain, sealedPrivateKey: secrets.seal(privateKey) };
}

async function addDomain<R extends ApiError>(
  app: AppContext,
  { tenantId, refuse }: DomainOwner<R>,
  given: NewDomain,
): Promise<SendingDomain | Refusal | R> {
  const { db } = app;
  if (await isNameTaken(db.read, tenantId, given.name)) return new ApiError('domain_taken');
  const refusal = await refuse(db.read);
  if (refusal !== undefined) return refusal;
  const { domain, sealedPrivateKey } = await build(app, tenantId, given);
  return db.transact(async (trx) => {
    await bumpVersion(trx, tenantId);
    const refusal = await refuse(trx);
    if (refusal === undefined) await insertDomain(trx, domain, sealedPrivateKey);
    return refusal ?? domain;
  });
}

/** Adds a sending domain with a key pair of its own. Where the operator vouches for one that the tenant has added already, that is verified from now on. */
export async function createDomain<R extends ApiError>(
  app: AppContext,
  owner: DomainOwner<R>,
  request: NewDomain,
): Promise<SendingDomain | Refusal | R> {
  const name = parseDomainName(request.name);
  if (name === undefined || name === app.config.TEST_DOMAIN) return new ApiError('invalid_domain');
  try {
    const trusted = request.verified === true ? await trustDomain(app, { tenantId: owner.tenantId, name }, request) : undefined;
    return trusted ?? (await addDomain(app, owner, { ...request, name }));
  } catch (error) {
    if (isUniqueViolation(error)) return new ApiError('domain_taken', {}, { cause: error });
    throw error;
  }
}
