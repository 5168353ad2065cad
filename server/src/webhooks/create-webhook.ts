import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { TenantCaller } from '../core/context.ts';
import type { WebhookRow } from '../db/schema.ts';
import { limitsOf } from '../quota/index.ts';
import { bumpVersion } from '../tenants/index.ts';
import { checkUrl } from './check-url.ts';
import { normalizeTypes, type SubscribedTypes } from './endpoint.ts';
import { countWebhooks, insertWebhook } from './endpoint-store.ts';
import type { TargetRules } from './guarded-connect.ts';
import { createSecret } from './signature.ts';

export interface NewWebhook {
  readonly url: string;
  readonly events: SubscribedTypes;
  readonly description?: string | undefined;
}

export interface EndpointParts {
  readonly app: AppContext;
  readonly rules: TargetRules;
}

/** The row, and the secret, which is sealed there and is not shown again. */
export interface WithSecret {
  readonly row: WebhookRow;
  readonly secret: string;
}

type Refusal = ApiError<'url_must_be_https' | 'url_not_allowed' | 'webhook_limit_reached'>;

/** Adds an endpoint, as far as the plan takes one more. */
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
  const row: WebhookRow = {
    id: newId('whk', now),
    tenant_id: tenantId,
    url,
    events: JSON.stringify(normalizeTypes(events)),
    description: description ?? null,
    active: 1,
    secret: secrets.seal(secret),
    previous_secret: null,
    previous_until: null,
    created_at: now,
    deleted_at: null,
  };
  return db.transact(async (trx) => {
    // It holds the tenant's meter, so that of two at once the second counts the first.
    await bumpVersion(trx, tenantId);
    if (limit !== null && (await countWebhooks(trx, tenantId)) >= limit) return new ApiError('webhook_limit_reached', { limit });
    await insertWebhook(trx, row);
    return { row, secret };
  });
}
