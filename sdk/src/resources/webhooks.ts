import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type ListQuery, type Page, type QueryOf } from '../paginate.ts';
import type { Deleted } from './domains.ts';

export type Webhook = Api.Webhook;
export type WebhookDelivery = Api.WebhookDelivery;
export type CreateWebhookRequest = Api.WebhooksCreateRequest;
export type UpdateWebhookRequest = Api.WebhooksUpdateRequest;
export type TestWebhookRequest = Api.WebhooksTestRequest;
export type ReplayRequest = Api.WebhooksReplayRequest;
export type ReplayResult = Api.WebhooksReplay202Response;

/** The page of the deliveries, and a filter. */
export type DeliveryQuery = QueryOf<typeof operations.webhooksListDeliveries>;

export function webhooksOf(call: Call) {
  const list = async (options?: CallOptions): Promise<Api.WebhooksList200Response> => call(operations.webhooksList(), options);
  const listDeliveries = async (id: string, query: DeliveryQuery = {}, options?: CallOptions): Promise<Page<WebhookDelivery, string>> =>
    call(operations.webhooksListDeliveries({ ...query, id }), options);
  return {
    /**
     * Adds an endpoint and returns it with its secret, which is not shown again. Errors: `url_must_be_https`, `url_not_allowed`,
     * `invalid_event_type`, `webhook_limit_reached` (with `limit`).
     */
    create: async (request: CreateWebhookRequest, options?: CallOptions): Promise<Webhook> =>
      call(operations.webhooksCreate({ body: request }), options),
    /** All endpoints, newest first, without their secrets. */
    list,
    /** The same, as an iterator. */
    iterate: (options?: CallOptions) => iterate((_: ListQuery<never>, given) => list(given), {}, options),
    /** One endpoint, without its secret. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<Webhook> => call(operations.webhooksGet({ id }), options),
    /** Changes the given fields; null clears. Errors: `not_found`, and those of `create` except the limit. */
    update: async (id: string, request: UpdateWebhookRequest, options?: CallOptions): Promise<Webhook> =>
      call(operations.webhooksUpdate({ id, body: request }), options),
    /** Deletes an endpoint with its deliveries, whether or not it exists. */
    delete: async (id: string, options?: CallOptions): Promise<Deleted> => call(operations.webhooksDelete({ id }), options),
    /** Returns the endpoint with a new secret, once; the previous one signs as well for 24 hours. Errors: `not_found`. */
    rotateSecret: async (id: string, options?: CallOptions): Promise<Webhook> => call(operations.webhooksRotateSecret({ id }), options),
    /** Sends a sample event, by default of the first type that the endpoint subscribes to. Errors: `not_found`, `invalid_event_type`. */
    test: async (id: string, request: TestWebhookRequest = {}, options?: CallOptions): Promise<WebhookDelivery> =>
      call(operations.webhooksTest({ id, body: request }), options),
    /** A page of an endpoint's deliveries with their attempts, newest first. Errors: `not_found`, `invalid_cursor`. */
    listDeliveries,
    /** An endpoint's deliveries with their attempts, newest first, over all pages. */
    iterateDeliveries: (id: string, query: DeliveryQuery = {}, options?: CallOptions) =>
      iterate((page: DeliveryQuery, given) => listDeliveries(id, page, given), query, options),
    /** Replays the newest deliveries that match, up to 50, as new ones. Errors: `not_found`, `event_removed`, `invalid_event_type`. */
    replay: async (id: string, request: ReplayRequest = {}, options?: CallOptions): Promise<ReplayResult> =>
      call(operations.webhooksReplay({ id, body: request }), options),
  };
}
