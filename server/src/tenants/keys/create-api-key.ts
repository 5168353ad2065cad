import type { Permission } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { sha256 } from '../../core/crypto/hash.ts';
import { randomText } from '../../core/crypto/random.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { bumpVersion } from '../../meters/version-store.ts';
import type { ApiKey } from './api-key.ts';
import { insertApiKey } from './store.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const PREFIX_LENGTH = 10;

/** Handed in by whoever knows domains, since tenants do not. */
export type IsVerifiedDomain = (trx: Trx, tenantId: string, domainId: string) => Promise<boolean>;

export interface CreateApiKeyParts {
  readonly app: AppContext;
  readonly isVerifiedDomain: IsVerifiedDomain;
}

/** Whose key it is to be. `assertCaller`: throws if the caller may no longer create keys. */
export interface KeyOwner {
  readonly tenantId: string;
  readonly assertCaller?: (trx: Trx) => Promise<void>;
}

export interface NewApiKey {
  readonly name: string;
  readonly permission: Permission;
  readonly domain_id?: string | undefined;
}

/** With the key itself, which is not stored and cannot be shown again. */
export interface CreatedKey {
  readonly apiKey: ApiKey;
  readonly key: string;
}

const invalidScope = (detail: string) => new ApiError('validation_failed', { field: 'domain_id' }, { detail });

/**
 * Creates a key of a tenant; one for sending may be held to one of its verified domains. The caller is checked again once the tenant is
 * locked: a call under way, whose client decides when its body comes, must not replace the key that was revoked meanwhile.
 */
export async function createApiKey(
  { app, isVerifiedDomain }: CreateApiKeyParts,
  { tenantId, assertCaller }: KeyOwner,
  { name, permission, domain_id: domainId }: NewApiKey,
): Promise<CreatedKey | ApiError<'validation_failed'>> {
  if (domainId !== undefined && permission !== 'sending_access') return invalidScope('domain_id: only with sending_access.');
  const { db, clock, random, newId } = app;
  const now = clock.now();
  const key = `ek_${randomText(random, BASE62, SECRET_LENGTH)}`;
  const apiKey: ApiKey = {
    id: newId('key', now),
    name,
    permission,
    domainId: domainId ?? null,
    prefix: key.slice(0, PREFIX_LENGTH),
    createdAt: now,
    lastUsedAt: null,
  };
  return db.transact(async (trx) => {
    await bumpVersion(trx, tenantId);
    await assertCaller?.(trx);
    if (domainId !== undefined && !(await isVerifiedDomain(trx, tenantId, domainId)))
      return invalidScope('domain_id: not a verified domain.');
    await insertApiKey(trx, apiKey, { tenantId, hash: sha256(key) });
    return { apiKey, key };
  });
}
