import type { Kysely } from 'kysely';
import { ApiError } from '../core/errors/api-error.ts';
import type { TenantCaller } from '../core/request/caller.ts';
import type { Schema } from '../db/schema.ts';
import { findStored } from '../storage/store.ts';
import { limitsOf } from './plans.ts';

/** A tenant with what its limits come from. */
export type StorageOwner = Pick<TenantCaller, 'tenantId' | 'plan' | 'overrides'>;

type PlanTerms = Pick<StorageOwner, 'plan' | 'overrides'>;
type StorageRefusal = ApiError<'storage_limit_reached'>;

/** Returns the bytes that a tenant may keep; infinity where the plan sets no limit. */
export const storageLimit = ({ plan, overrides }: PlanTerms): number => limitsOf(plan, overrides).storage ?? Number.POSITIVE_INFINITY;

/** Returns the answer to what would go beyond the limit. */
export const overStorage = (terms: PlanTerms): StorageRefusal => new ApiError('storage_limit_reached', { limit: storageLimit(terms) });

/** Returns the bytes that a tenant may keep on top of what it keeps; below 0 where that is too much already. */
async function findStorageLeft(db: Kysely<Schema>, owner: StorageOwner): Promise<number> {
  const limit = storageLimit(owner);
  return limit === Number.POSITIVE_INFINITY ? limit : limit - (await findStored(db, owner.tenantId, 'kept'));
}

/** Returns the refusal of so many bytes more, if they do not fit. No row is held: what is stored at the same moment may get by. */
export async function refuseStorage(db: Kysely<Schema>, owner: StorageOwner, bytes: number): Promise<StorageRefusal | undefined> {
  return bytes > (await findStorageLeft(db, owner)) ? overStorage(owner) : undefined;
}

/** Returns a file as it comes, which ends with the refusal where it grows beyond what is left; the refusal at once where nothing is. */
export async function limitToStorage(
  db: Kysely<Schema>,
  owner: StorageOwner,
  content: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array> | StorageRefusal> {
  const left = await findStorageLeft(db, owner);
  return left > 0 ? bounded(content, left, overStorage(owner)) : overStorage(owner);
}

async function* bounded(content: AsyncIterable<Uint8Array>, most: number, refusal: ApiError): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > most) throw refusal;
    yield chunk;
  }
}
