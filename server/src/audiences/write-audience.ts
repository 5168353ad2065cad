import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import type { Audience } from './audience.ts';
import { type AudienceChanges, findAudience, insertAudience, updateAudienceRow } from './store.ts';

/** Creates an audience without members. */
export async function createAudience(
  { db, clock, newId }: AppContext,
  tenantId: string,
  { name, description = '' }: { name: string; description?: string | undefined },
): Promise<Audience> {
  const at = clock.now();
  const audience = { id: newId('aud', at), tenantId, name, description, memberCount: 0, subscribedCount: 0, createdAt: at, updatedAt: at };
  await db.transact((trx) => insertAudience(trx, audience));
  return audience;
}

/** Changes the given fields and keeps the rest. */
export async function updateAudience(
  { db, clock }: AppContext,
  ref: ObjectRef,
  body: () => AudienceChanges,
): Promise<Audience | ApiError<'not_found'>> {
  if ((await findAudience(db.read, ref)) === undefined) return new ApiError('not_found');
  const changes = { ...body(), at: clock.now() };
  return (await db.transact((trx) => updateAudienceRow(trx, ref, changes))) ?? new ApiError('not_found');
}
