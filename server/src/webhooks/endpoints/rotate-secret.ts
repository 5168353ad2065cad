import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/api-error.ts';
import type { ObjectRef } from '../../core/context.ts';
import { DAY_MS } from '../../core/durations.ts';
import { bumpVersion } from '../../tenants/index.ts';
import { createSecret } from '../deliver/signature.ts';
import type { WithSecret } from './create-webhook.ts';
import { findWebhook, replaceSecret } from './store.ts';

/** Milliseconds for which the secret before signs as well. */
const OVERLAP_MS = DAY_MS;

/** Gives an endpoint a new secret and returns both. The secret before signs as well for a day. */
export function rotateSecret(app: AppContext, ref: ObjectRef): Promise<WithSecret | ApiError<'not_found'>> {
  const { db, clock, random, secrets } = app;
  return db.transact(async (trx) => {
    await bumpVersion(trx, ref.tenantId);
    const known = await findWebhook(trx, ref);
    if (known === undefined) return new ApiError('not_found');
    const secret = createSecret(random);
    const previous = { previousSecret: known.secret, previousUntil: clock.now() + OVERLAP_MS };
    const endpoint = { ...known, ...previous, secret: secrets.seal(secret) };
    await replaceSecret(trx, endpoint);
    return { endpoint, secret };
  });
}
