import type { AppContext } from '../../app-context.ts';
import { DAY_MS } from '../../core/durations.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { bumpVersion } from '../../meters/version-store.ts';
import { createSecret } from '../deliver/signature.ts';
import type { WithSecret } from './create-webhook.ts';
import { sealEarlier } from './replaced-secrets.ts';
import { findWebhook, replaceSecret } from './store.ts';

/** Milliseconds for which a secret that was replaced signs as well. */
const OVERLAP_MS = DAY_MS;

/** Gives an endpoint a new secret and returns both. Whichever it had within the last day signs as well. */
export function rotateSecret(app: AppContext, ref: ObjectRef): Promise<WithSecret | ApiError<'not_found'>> {
  const { db, clock, random, secrets } = app;
  return db.transact(async (trx) => {
    await bumpVersion(trx, ref.tenantId);
    const known = await findWebhook(trx, ref);
    if (known === undefined) return new ApiError('not_found');
    const secret = createSecret(random);
    const now = clock.now();
    const earlierSecrets = sealEarlier(secrets, known, now);
    const previous = { previousSecret: known.secret, previousUntil: now + OVERLAP_MS, earlierSecrets };
    const endpoint = { ...known, ...previous, secret: secrets.seal(secret) };
    await replaceSecret(trx, endpoint);
    return { endpoint, secret };
  });
}
