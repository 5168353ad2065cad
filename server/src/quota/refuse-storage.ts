import type { Overrides, Plan } from '@posthorn/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../core/api-error.ts';
import type { Schema } from '../db/schema.ts';
import { findStored } from '../storage/store.ts';
import { limitsOf } from './plans.ts';

/** Who keeps something, and on which terms. */
export interface Keeper {
  readonly tenantId: string;
  readonly plan: Plan;
  readonly overrides: Overrides;
}

/** Returns the refusal of so many bytes more, if the tenant has no room for them. No row is held: what is stored at the same moment may get by. */
export async function refuseStorage(
  db: Kysely<Schema>,
  { tenantId, plan, overrides }: Keeper,
  bytes: number,
): Promise<ApiError<'storage_limit_reached'> | undefined> {
  const { storage: limit } = limitsOf(plan, overrides);
  if (limit === null || (await findStored(db, tenantId, 'kept')) + bytes <= limit) return undefined;
  return new ApiError('storage_limit_reached', { limit });
}

/** Returns a file as it comes, which ends with the refusal where the tenant has no room for it; the refusal at once where it has none at all. */
export async function keepWithin(
  db: Kysely<Schema>,
  { tenantId, plan, overrides }: Keeper,
  content: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array> | ApiError<'storage_limit_reached'>> {
  const { storage: limit } = limitsOf(plan, overrides);
  if (limit === null) return content;
  const room = limit - (await findStored(db, tenantId, 'kept'));
  const refusal = new ApiError('storage_limit_reached', { limit });
  return room > 0 ? bounded(content, room, refusal) : refusal;
}

async function* bounded(content: AsyncIterable<Uint8Array>, room: number, refusal: ApiError): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > room) throw refusal;
    yield chunk;
  }
}
