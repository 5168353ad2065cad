import type { Call, CallOptions, Download } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type ListQuery, type Page, type QueryOf, type SearchPage } from '../paginate.ts';

export type Contact = Api.Contact;
export type ContactRequest = Api.ContactRequest;
export type ContactResult = Api.ContactResult;
export type ContactsRequest = Api.ContactsUpsertManyRequest;
export type ContactsResult = Api.ContactsUpsertMany200Response;
export type UpdateContactRequest = Api.ContactsUpdateRequest;
export type DeletedContact = Api.DeletedContact;
export type ContactImport = Api.ContactImport;
export type ContactEvent = Api.ContactEvent;
export type ContactExport = Api.ContactExport;

/** The page of the contacts, and a filter. */
export type ContactSearch = QueryOf<typeof operations.contactsSearch>;
export type ContactQuery = QueryOf<typeof operations.contactsList>;

/** What to do with the contacts of a file, with the names of the API. */
export interface ImportOptions extends CallOptions {
  /** Audience that they join; none by default. */
  readonly audience_id?: string | undefined;
  /** `unsubscribed` or `cleaned`, for a file of contacts who must get no mail: it is set on each of them. */
  readonly contact_status?: Contact['status'] | undefined;
}

/** How a file of contacts is read. */
export type ExportQuery = QueryOf<typeof operations.contactsDownloadExport>;

export function contactsOf({ call, download }: { call: Call; download: Download }) {
  const list = async (query: ContactQuery = {}, options?: CallOptions): Promise<Page<Contact, string>> =>
    call(operations.contactsList(query), options);
  const search = async (query: ContactSearch = {}, options?: CallOptions): Promise<SearchPage<Contact, string>> =>
    call(operations.contactsSearch(query), options);
  const listImports = async (query: ListQuery<string> = {}, options?: CallOptions): Promise<Page<ContactImport, string>> =>
    call(operations.contactsListImports(query), options);
  const listExports = async (query: ListQuery<string> = {}, options?: CallOptions): Promise<Page<ContactExport, string>> =>
    call(operations.contactsListExports(query), options);
  const listEvents = async (id: string, query: ListQuery<string> = {}, options?: CallOptions): Promise<Page<ContactEvent, string>> =>
    call(operations.contactsListEvents({ ...query, id }), options);
  return {
    /**
     * Creates a contact, or merges attributes into the one with this address. Errors: `invalid_email`, `contact_limit_reached` (with
     * `limit`), `invalid_attribute_value` (with `field`), `too_many_attribute_keys` (with `max`), `attributes_too_large` (with
     * `max_bytes`).
     */
    upsert: async (request: ContactRequest, options?: CallOptions): Promise<ContactResult> =>
      call(operations.contactsUpsert({ body: request }), options),
    /**
     * Creates or updates up to 100 contacts; each succeeds or fails independently. Errors: `empty_batch`, `batch_too_large` (with `max`),
     * `contact_limit_reached`.
     */
    upsertMany: async (request: ContactsRequest, options?: CallOptions): Promise<ContactsResult> =>
      call(operations.contactsUpsertMany({ body: request }), options),
    /** A page of the contacts, newest first. Errors: `invalid_cursor`. */
    list,
    /** The contacts, newest first, over all pages. */
    iterate: (query: ContactQuery = {}, options?: CallOptions) => iterate(list, query, options),
    /**
     * A page of the results of a search, newest first; it may have few rows although more follow. Errors: `validation_failed`,
     * `invalid_cursor`.
     */
    search,
    /** All results of a search, newest first, however far back it has to look. */
    iterateSearch: (query: ContactSearch = {}, options?: CallOptions) => iterate(search, query, options),
    /** One contact. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<Contact> => call(operations.contactsGet({ id }), options),
    /** A page of the events of a contact and of mail sent to it as a contact, newest first. Errors: `not_found`, `invalid_cursor`. */
    listEvents,
    /** The events of a contact, newest first, over all pages. */
    iterateEvents: (id: string, query: ListQuery<string> = {}, options?: CallOptions) =>
      iterate((page: ListQuery<string>, given?: CallOptions) => listEvents(id, page, given), query, options),
    /** Merges attributes and sets the status. Errors: `not_found`, `invalid_status`, and those of attributes. */
    update: async (id: string, request: UpdateContactRequest, options?: CallOptions): Promise<ContactResult> =>
      call(operations.contactsUpdate({ id, body: request }), options),
    /** Deletes a contact and removes it from every audience. Errors: `not_found`. */
    delete: async (id: string, options?: CallOptions): Promise<DeletedContact> => call(operations.contactsDelete({ id }), options),
    /**
     * Uploads a CSV file with a column `email`, of at most 10485760 bytes, whose contacts join an audience if one is given. Errors:
     * `empty_file`, `file_too_large`, `target_not_found` (there is no such audience), `invalid_status`.
     */
    import: async (file: Blob, { audience_id, contact_status, ...options }: ImportOptions = {}): Promise<Api.ContactsImport202Response> =>
      call(operations.contactsImport({ form: { file, audience_id, contact_status } }), options),
    /** A page of the imports, newest first. Errors: `invalid_cursor`. */
    listImports,
    /** The imports, newest first, over all pages. */
    iterateImports: (query: ListQuery<string> = {}, options?: CallOptions) => iterate(listImports, query, options),
    /** The progress of an import. Errors: `not_found`. */
    getImport: async (id: string, options?: CallOptions): Promise<ContactImport> => call(operations.contactsGetImport({ id }), options),
    /** Downloads the failed rows of an import, for 7 days, as a response to read or to stream. Errors: `not_found`. */
    downloadFailedRows: async (id: string, options?: CallOptions): Promise<Response> =>
      download(operations.contactsDownloadFailedRows({ id }), options),
    /** Starts an export of all contacts to a file. */
    export: async (options?: CallOptions): Promise<Api.ContactsExport202Response> => call(operations.contactsExport(), options),
    /** A page of the exports, newest first. Errors: `invalid_cursor`. */
    listExports,
    /** The exports, newest first, over all pages. */
    iterateExports: (query: ListQuery<string> = {}, options?: CallOptions) => iterate(listExports, query, options),
    /** The progress of an export. Errors: `not_found`. */
    getExport: async (id: string, options?: CallOptions): Promise<ContactExport> => call(operations.contactsGetExport({ id }), options),
    /** Downloads the file of a finished export, as a response to read or to stream. Errors: `not_found`. */
    downloadExport: async (id: string, query: ExportQuery = {}, options?: CallOptions): Promise<Response> =>
      download(operations.contactsDownloadExport({ ...query, id }), options),
  };
}
