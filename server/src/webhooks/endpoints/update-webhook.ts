import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { bumpVersion } from '../../meters/version-store.ts';
import { resumeEndpoint } from '../deliveries/resume.ts';
import { forgetFailures } from './answer-store.ts';
import { checkUrl } from './check-url.ts';
import type { EndpointParts } from './create-webhook.ts';
import { type Endpoint, normalizeTypes, type SubscribedTypes } from './endpoint.ts';
import { findWebhook, updateSettings } from './store.ts';

/** Changes of an endpoint. What is left out stays; a null clears the description. */
export interface WebhookChanges {
  readonly url?: string | undefined;
  readonly events?: SubscribedTypes | undefined;
  readonly active?: boolean | undefined;
  readonly description?: string | null | undefined;
}

const applyChanges = (endpoint: Endpoint, { url, events, active, description }: WebhookChanges): Endpoint => ({
  ...endpoint,
  url: url ?? endpoint.url,
  types: events === undefined ? endpoint.types : normalizeTypes(events),
  active: active ?? endpoint.active,
  description: description === undefined ? endpoint.description : description,
});

type Refusal = ApiError<'not_found' | 'url_must_be_https' | 'url_not_allowed'>;

/** Changes what is given, and returns the endpoint. One that becomes active again gets what was held for it. */
export async function updateWebhook(
  { app, rules }: EndpointParts,
  ref: ObjectRef,
  body: () => WebhookChanges,
): Promise<Endpoint | Refusal> {
  const { db } = app;
  if ((await findWebhook(db.read, ref)) === undefined) return new ApiError('not_found');
  const changes = body();
  const fault = changes.url === undefined ? undefined : await checkUrl(changes.url, rules);
  if (fault !== undefined) return fault;
  const changed = await db.transact(async (trx) => {
    await bumpVersion(trx, ref.tenantId);
    const known = await findWebhook(trx, ref);
    if (known === undefined) return undefined;
    const endpoint = applyChanges(known, changes);
    await updateSettings(trx, endpoint);
    if (endpoint.url === known.url) return endpoint;
    await forgetFailures(trx, ref);
    return { ...endpoint, failing: null };
  });
  if (changed === undefined) return new ApiError('not_found');
  if (changes.active === true) await resumeEndpoint(app, ref);
  return changed;
}
