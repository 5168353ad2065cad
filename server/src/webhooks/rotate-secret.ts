import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { bumpVersion } from '../tenants/index.ts';
import type { WithSecret } from './create-webhook.ts';
import { findWebhook, updateWebhookRow } from './endpoint-store.ts';
import { createSecret } from './signature.ts';

/** How long the secret before signs along. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Gives an endpoint a new secret. */
export async function rotateSecret(app: AppContext, tenantId: string, id: string): Promise<WithSecret | ApiError<'not_found'>> {
  const { db, clock, random, secrets } = app;
  const secret = createSecret(random);
  const row = await db.transact(async (trx) => {
    await bumpVersion(trx, tenantId);
    const known = await findWebhook(trx, tenantId, id);
    if (known === undefined) return undefined;
    const changes = { secret: secrets.seal(secret), previous_secret: known.secret, previous_until: clock.now() + OVERLAP_MS };
    return updateWebhookRow(trx, { tenantId, id, changes });
  });
  return row === undefined ? new ApiError('not_found') : { row, secret };
}
