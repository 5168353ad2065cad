import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type ListQuery, type Page } from '../paginate.ts';
import type { Deleted } from './domains.ts';

export type ApiKey = Api.ApiKey;
export type CreatedApiKey = Api.CreatedApiKey;
export type CreateApiKeyRequest = Api.ApiKeysCreateRequest;

export function apiKeysOf(call: Call) {
  const list = async (query: ListQuery<string> = {}, options?: CallOptions): Promise<Page<ApiKey, string>> =>
    call(operations.apiKeysList(query), options);
  return {
    /** Creates an API key; only this result contains the key itself. Errors: `validation_failed`. */
    create: async (request: CreateApiKeyRequest, options?: CallOptions): Promise<CreatedApiKey> =>
      call(operations.apiKeysCreate({ body: request }), options),
    /** A page of the API keys, newest first. Errors: `invalid_cursor`. */
    list,
    /** The API keys, newest first, over all pages. */
    iterate: (query: ListQuery<string> = {}, options?: CallOptions) => iterate(list, query, options),
    /** Revokes an API key; it is refused from the next request on. Errors: `not_found`. */
    delete: async (id: string, options?: CallOptions): Promise<Deleted> => call(operations.apiKeysDelete({ id }), options),
  };
}
