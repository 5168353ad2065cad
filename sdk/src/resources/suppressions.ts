import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type Page, type QueryOf } from '../paginate.ts';

export type Suppression = Api.Suppression;
export type AddSuppressionRequest = Api.SuppressionsAddRequest;
export type SuppressionsRequest = Api.SuppressionsAddManyRequest;
export type AddSuppressionsResult = Api.SuppressionsAddMany200Response;
export type RemoveSuppressionsResult = Api.SuppressionsRemoveMany200Response;
export type DeletedAddress = Api.DeletedAddress;

/** The page of the list, and a filter. */
export type SuppressionQuery = QueryOf<typeof operations.suppressionsList>;

export function suppressionsOf(call: Call) {
  const list = async (query: SuppressionQuery = {}, options?: CallOptions): Promise<Page<Suppression, number>> =>
    call(operations.suppressionsList(query), options);
  return {
    /** A page of the suppressed addresses, newest first. Errors: `invalid_cursor`. */
    list,
    /** The suppressed addresses, newest first, over all pages. */
    iterate: (query: SuppressionQuery = {}, options?: CallOptions) => iterate(list, query, options),
    /** The entry of an address. Errors: `not_found`, where it is not on the list. */
    get: async (email: string, options?: CallOptions): Promise<Suppression> => call(operations.suppressionsGet({ email }), options),
    /** Suppresses an address and returns its entry, the one that there was if there was one. Errors: `invalid_email`. */
    add: async (request: AddSuppressionRequest, options?: CallOptions): Promise<Suppression> =>
      call(operations.suppressionsAdd({ body: request }), options),
    /** Suppresses up to 100 addresses; each succeeds or fails independently. Errors: `empty_batch`, `batch_too_large` (with `max`). */
    addMany: async (request: SuppressionsRequest, options?: CallOptions): Promise<AddSuppressionsResult> =>
      call(operations.suppressionsAddMany({ body: request }), options),
    /**
     * Removes the suppressions of up to 100 addresses, whether or not they exist. Errors: `empty_batch`, `batch_too_large` (with `max`).
     */
    removeMany: async (request: SuppressionsRequest, options?: CallOptions): Promise<RemoveSuppressionsResult> =>
      call(operations.suppressionsRemoveMany({ body: request }), options),
    /** Removes the suppression of an address, whether or not it exists. */
    remove: async (email: string, options?: CallOptions): Promise<DeletedAddress> =>
      call(operations.suppressionsRemove({ email }), options),
  };
}
