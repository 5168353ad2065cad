import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type Page, type QueryOf } from '../paginate.ts';

export type Domain = Api.Domain;
export type DomainRecord = Api.DomainRecord;
export type CreateDomainRequest = Api.DomainsCreateRequest;
export type UpdateDomainRequest = Api.DomainsUpdateRequest;
export type Deleted = Api.Deleted;

/** The page of the sending domains, and a filter. */
export type DomainQuery = QueryOf<typeof operations.domainsList>;

export function domainsOf(call: Call) {
  const list = async (query: DomainQuery = {}, options?: CallOptions): Promise<Page<Domain, string>> =>
    call(operations.domainsList(query), options);
  return {
    /** Adds a sending domain and returns the DNS records to publish. Errors: `invalid_domain`, `domain_taken`. */
    create: async (request: CreateDomainRequest, options?: CallOptions): Promise<Domain> =>
      call(operations.domainsCreate({ body: request }), options),
    /** A page of the sending domains, newest first. Errors: `invalid_cursor`. */
    list,
    /** The sending domains, newest first, all or those of one `status`, over all pages. */
    iterate: (query: DomainQuery = {}, options?: CallOptions) => iterate(list, query, options),
    /** One sending domain. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<Domain> => call(operations.domainsGet({ id }), options),
    /** Changes the given settings; null clears. Errors: `not_found`. */
    update: async (id: string, request: UpdateDomainRequest, options?: CallOptions): Promise<Domain> =>
      call(operations.domainsUpdate({ id, body: request }), options),
    /** Deletes a sending domain; its mail that has not been sent yet fails. Errors: `not_found`. */
    delete: async (id: string, options?: CallOptions): Promise<Deleted> => call(operations.domainsDelete({ id }), options),
    /** Looks the DNS records up now and returns the domain with the results. Errors: `not_found`, `domain_taken`. */
    verify: async (id: string, options?: CallOptions): Promise<Domain> => call(operations.domainsVerify({ id }), options),
  };
}
