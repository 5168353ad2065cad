import { ApiError } from '../core/api-error.ts';
import type { WebhookRow } from '../db/schema.ts';
import { bumpVersion } from '../tenants/index.ts';
import { checkUrl } from './check-url.ts';
import type { EndpointParts } from './create-webhook.ts';
import { normalizeTypes, type SubscribedTypes } from './endpoint.ts';
import { findWebhook, updateWebhookRow } from './endpoint-store.ts';
import { resumeEndpoint } from './sweep.ts';

/** What is left out stays; a null clears the description. */
export interface WebhookChanges {
  readonly url?: string | undefined;
  readonly events?: SubscribedTypes | undefined;
  readonly active?: boolean | undefined;
  readonly description?: string | null | undefined;
}

export interface UpdateWebhook {
  readonly tenantId: string;
  readonly id: string;
  readonly changes: WebhookChanges;
}

type Refusal = ApiError<'not_found' | 'url_must_be_https' | 'url_not_allowed'>;

/** Changes what is given. An endpoint that becomes active again gets what was held for it. */
export async function updateWebhook(
  { app, rules }: EndpointParts,
  { tenantId, id, changes: { url, events, active, description } }: UpdateWebhook,
): Promise<WebhookRow | Refusal> {
  const fault = url === undefined ? undefined : await checkUrl(url, rules);
  if (fault !== undefined) return fault;
  const row = await app.db.transact(async (trx) => {
    await bumpVersion(trx, tenantId);
    const known = await findWebhook(trx, tenantId, id);
    if (known === undefined) return undefined;
    const changes = {
      url: url ?? known.url,
      events: events === undefined ? known.events : JSON.stringify(normalizeTypes(events)),
      active: active === undefined ? known.active : active ? (1 as const) : (0 as const),
      description: description === undefined ? known.description : description,
    };
    return updateWebhookRow(trx, { tenantId, id, changes });
  });
  if (row === undefined) return new ApiError('not_found');
  if (active === true) await resumeEndpoint(app, { tenantId, webhookId: id });
  return row;
}
