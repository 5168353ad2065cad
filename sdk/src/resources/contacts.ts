import type { Call, CallOptions } from '../call.ts';
import { ContactsApiFetchParamCreator } from '../generated/api.ts';
import type { Api } from '../generated/models.ts';
import type { Configuration } from '../generated/runtime.ts';
import { iterate, type ListQuery, type Page } from '../paginate.ts';

export type Contact = Api.Contact;
export type ContactRequest = Api.ContactRequest;
export type ContactResult = Api.ContactResult;
export type ContactsRequest = Api.ContactsUpsertManyRequest;
export type ContactsResult = Api.ContactsUpsertMany200Response;
export type UpdateContactRequest = Api.ContactsUpdateRequest;
export type DeletedContact = Api.DeletedContact;

/** Which page of the contacts, and which of them. */
export interface ContactQuery extends ListQuery<string> {
  /** Only contacts with this status. */
  readonly status?: Contact['status'] | undefined;
  /** Only the contact with this address. */
  readonly email?: string | undefined;
}

export function contactsOf(call: Call, configuration: Configuration) {
  const requests = ContactsApiFetchParamCreator(configuration);
  const list = async (query: ContactQuery = {}, options?: CallOptions): Promise<Page<Contact, string>> =>
    call(requests.contactsList(query.limit, query.cursor, query.status, query.email), options);
  return {
    /**
     * Makes a contact, or merges attributes into the one that has the address. Errors: `invalid_email`, `contact_limit_reached` (with
     * `limit`), `invalid_attribute_value` (with `field`), `too_many_attribute_keys` (with `max`), `attributes_too_large` (with `max_bytes`).
     */
    upsert: async (request: ContactRequest, options?: CallOptions): Promise<ContactResult> =>
      call(requests.contactsUpsert(request), options),
    /** Makes or changes up to 100 contacts; each fails by itself. Errors: `empty_batch`, `batch_too_large` (with `max`), `contact_limit_reached`. */
    upsertMany: async (request: ContactsRequest, options?: CallOptions): Promise<ContactsResult> =>
      call(requests.contactsUpsertMany(request), options),
    /** A page of the contacts, newest first. Errors: `invalid_cursor`. */
    list,
    /** The contacts, newest first, over all pages. */
    iterate: (query: ContactQuery = {}, options?: CallOptions) => iterate(list, query, options),
    /** One contact. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<Contact> => call(requests.contactsGet(id), options),
    /** Merges attributes and sets the status. Errors: `not_found`, `invalid_status`, and those of attributes. */
    update: async (id: string, request: UpdateContactRequest, options?: CallOptions): Promise<ContactResult> =>
      call(requests.contactsUpdate(id, request), options),
    /** Deletes a contact and takes it out of every audience. Errors: `not_found`. */
    delete: async (id: string, options?: CallOptions): Promise<DeletedContact> => call(requests.contactsDelete(id), options),
  };
}
