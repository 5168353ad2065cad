import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { TenantCaller } from '../../core/request/caller.ts';
import { bumpVersion } from '../../meters/version-store.ts';
import { limitsOf } from '../../quota/index.ts';
import { createSecret } from '../deliver/signature.ts';
import type { TargetRules } from '../targets/allowed-addresses.ts';
import { checkUrl } from './check-url.ts';
import { type Endpoint, normalizeTypes, type SubscribedTypes } from './endpoint.ts';
import { countWebhooks, insertWebhook } from './store.ts';

/** A requested endpoint. */
export interface NewWebhook {
  readonly url: string;
  readonly events: SubscribedTypes;
  readonly description?: string | undefined;
}

/** What adding and changing endpoints needs. */
export interface EndpointParts {
  readonly app: AppContext;
  readonly rules: TargetRules;
}

/** An endpoint with its secret in the clear, which is not shown again. */
export interface WithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

type Refusal = ApiError<'url_must_be_https' | 'url_not_allowed' | 'webhook_limit_reached'>;

/** Adds an endpoint with a new secret, and returns both; refuses a URL that is not allowed, and more endpoints than the plan has. */
export async function createWebhook(
  { app, rules }: EndpointParts,
  { tenantId, plan, overrides }: TenantCaller,
  { url, events, description }: NewWebhook,
): Promise<WithSecret | Refusal> {
  const { db, clock, newId, random, secrets } = app;
  const fault = await checkUrl(url, rules);
  if (fault !== undefined) return fault;
  const limit = limitsOf(plan, overrides).webhooks;
  const now = clock.now();
  const secret = createSecret(random);
  const endpoint: Endpoint = {
    id: newId('whk', now),
    tenantId,
    url,
    types: normalizeTypes(events),
    description: description ?? null,
    active: true,
    secret: secrets.seal(secret),
    previousSecret: null,
    earlierSecrets: null,
    previousUntil: null,
    failing: null,
    createdAt: now,
  };
  return db.transact(async (trx) => {
    // It holds the tenant's meter, so that of two at once the second counts the first.
    await bumpVersion(trx, tenantId);
    if (limit !== null && (await countWebhooks(trx, tenantId)) >= limit) return new ApiError('webhook_limit_reached', { limit });
    await insertWebhook(trx, endpoint);
    return { endpoint, secret };
  });
}
