import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { AudienceRow } from '../db/schema.ts';
import type { AudienceKey } from './audience.ts';
import { insertAudience, updateAudienceRow } from './store.ts';

/** Creates an audience without members. */
export async function createAudience(
  { db, clock, newId }: AppContext,
  tenantId: string,
  { name, description = '' }: { name: string; description?: string | undefined },
): Promise<AudienceRow> {
  const at = clock.now();
  const audience = { id: newId('aud', at), tenant_id: tenantId, name, description, created_at: at, updated_at: at };
  await db.transact((trx) => insertAudience(trx, audience));
  return audience;
}

/** Changes what is given and keeps the rest. */
export async function updateAudience(
  { db, clock }: AppContext,
  key: AudienceKey,
  { name, description }: { name?: string | undefined; description?: string | undefined },
): Promise<AudienceRow | ApiError<'not_found'>> {
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    updated_at: clock.now(),
  };
  return (await db.transact((trx) => updateAudienceRow(trx, key, changes))) ?? new ApiError('not_found');
}
