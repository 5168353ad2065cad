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

/** Which page of the contacts, and which of them. */
export type ContactSearch = QueryOf<typeof operations.contactsSearch>;
export type ContactQuery = QueryOf<typeof operations.contactsList>;

/** What becomes of the contacts of a file, by the names of the wire. */
export interface ImportOptions extends CallOptions {
  /** Audience that they join; none unless given. */
  readonly audience_id?: string | undefined;
  /** `unsubscribed` or `cleaned` is set on each of them, for a file of those who must get no mail. */
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
     * Makes a contact, or merges attributes into the one that has the address. Errors: `invalid_email`, `contact_limit_reached` (with
     * `limit`), `invalid_attribute_value` (with `field`), `too_many_attribute_keys` (with `max`), `attributes_too_large` (with `max_bytes`).
     */
    upsert: async (request: ContactRequest, options?: CallOptions): Promise<ContactResult> =>
      call(operations.contactsUpsert({ body: request }), options),
    /** Makes or changes up to 100 contacts; each fails by itself. Errors: `empty_batch`, `batch_too_large` (with `max`), `contact_limit_reached`. */
    upsertMany: async (request: ContactsRequest, options?: CallOptions): Promise<ContactsResult> =>
      call(operations.contactsUpsertMany({ body: request }), options),
    /** A page of the contacts, newest first. Errors: `invalid_cursor`. */
    list,
    /** The contacts, newest first, over all pages. */
    iterate: (query: ContactQuery = {}, options?: CallOptions) => iterate(list, query, options),
    /** A page of what a search finds, newest first; it may have few rows and still go on. Errors: `validation_failed`, `invalid_cursor`. */
    search,
    /** All that a search finds, newest first, however far back that takes it. */
    iterateSearch: (query: ContactSearch = {}, options?: CallOptions) => iterate(search, query, options),
    /** One contact. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<Contact> => call(operations.contactsGet({ id }), options),
    /** A page of what happened to a contact and to mail that went to it as such, newest first. Errors: `not_found`, `invalid_cursor`. */
    listEvents,
    /** What happened to a contact, newest first, over all pages. */
    iterateEvents: (id: string, query: ListQuery<string> = {}, options?: CallOptions) =>
      iterate((page: ListQuery<string>, given?: CallOptions) => listEvents(id, page, given), query, options),
    /** Merges attributes and sets the status. Errors: `not_found`, `invalid_status`, and those of attributes. */
    update: async (id: string, request: UpdateContactRequest, options?: CallOptions): Promise<ContactResult> =>
      call(operations.contactsUpdate({ id, body: request }), options),
    /** Deletes a contact and takes it out of every audience. Errors: `not_found`. */
    delete: async (id: string, options?: CallOptions): Promise<DeletedContact> => call(operations.contactsDelete({ id }), options),
    /**
     * Uploads a CSV file with a column `email`, of at most 10485760 bytes, whose contacts join an audience where one is named. Errors:
     * `empty_file`, `file_too_large`, `target_not_found` (there is no such audience), `invalid_status`.
     */
    import: async (file: Blob, { audience_id, contact_status, ...options }: ImportOptions = {}): Promise<Api.ContactsImport202Response> =>
      call(operations.contactsImport({ form: { file, audience_id, contact_status } }), options),
    /** A page of the imports, newest first. Errors: `invalid_cursor`. */
    listImports,
    /** The imports, newest first, over all pages. */
    iterateImports: (query: ListQuery<string> = {}, options?: CallOptions) => iterate(listImports, query, options),
    /** How far an import is. Errors: `not_found`. */
    getImport: async (id: string, options?: CallOptions): Promise<ContactImport> => call(operations.contactsGetImport({ id }), options),
    /** Downloads the rows of an import that could not be used, for 7 days, as a response to read or to stream. Errors: `not_found`. */
    downloadFailedRows: async (id: string, options?: CallOptions): Promise<Response> =>
      download(operations.contactsDownloadFailedRows({ id }), options),
    /** Has all contacts written into a file. */
    export: async (options?: CallOptions): Promise<Api.ContactsExport202Response> => call(operations.contactsExport(), options),
    /** A page of the exports, newest first. Errors: `invalid_cursor`. */
    listExports,
    /** The exports, newest first, over all pages. */
    iterateExports: (query: ListQuery<string> = {}, options?: CallOptions) => iterate(listExports, query, options),
    /** Whether an export is done. Errors: `not_found`. */
    getExport: async (id: string, options?: CallOptions): Promise<ContactExport> => call(operations.contactsGetExport({ id }), options),
    /** Downloads the file of an export that is done, as a response to read or to stream. Errors: `not_found`. */
    downloadExport: async (id: string, query: ExportQuery = {}, options?: CallOptions): Promise<Response> =>
      download(operations.contactsDownloadExport({ ...query, id }), options),
  };
}
